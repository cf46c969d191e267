// Genkit: actions, run with the input of a model's call.
import { createMcpHost } from '@genkit-ai/mcp';
import { genkit } from 'genkit';

export const connect = async target => {
    const server = target.url ? { url: target.url } : { command: target.command[0], args: target.command.slice(1) };
    const ai = genkit({});
    const host = createMcpHost({ name: 'hosts', mcpServers: { tracker: server } });
    const tools = new Map((await host.getActiveTools(ai)).map(tool => [tool.__action.name, tool]));
    return {
        list: async () => [...tools.keys()],
        call: (name, args) => tools.get(name)(args),
        prompt: async (name, args) => (await host.getPrompt(ai, 'tracker', name)).render(args),
        close: () => host.close(),
    };
};
