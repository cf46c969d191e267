// LlamaIndex: function tools, called with the arguments of a model's call.
import { mcp } from '@llamaindex/tools';

export const connect = async target => {
    const server = mcp(target.url ? { url: target.url } : { command: target.command[0], args: target.command.slice(1) });
    const tools = new Map((await server.tools()).map(tool => [tool.metadata.name, tool]));
    return {
        list: async () => [...tools.keys()],
        call: (name, args) => tools.get(name).call(args),
        close: () => server.cleanup(),
    };
};
