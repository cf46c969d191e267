// OpenAI Agents SDK: a model's call is JSON text for a function tool, which the SDK makes of each tool.
import { MCPServerStdio, MCPServerStreamableHttp, RunContext, getAllMcpTools } from '@openai/agents';

export const connect = async target => {
    const server = target.url
        ? new MCPServerStreamableHttp({ name: 'tracker', url: target.url })
        : new MCPServerStdio({ name: 'tracker', command: target.command[0], args: target.command.slice(1) });
    await server.connect();
    const tools = new Map((await getAllMcpTools([server])).map(tool => [tool.name, tool]));
    return {
        list: async () => [...tools.keys()],
        call: (name, args) => tools.get(name).invoke(new RunContext(), JSON.stringify(args)),
        close: () => server.close(),
    };
};
