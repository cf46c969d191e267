// @langchain/mcp-adapters: a tool is invoked with the arguments of a model's call.
import { MultiServerMCPClient } from '@langchain/mcp-adapters';

export const connect = async target => {
    const server = target.url
        ? { transport: 'http', url: target.url }
        : { transport: 'stdio', command: target.command[0], args: target.command.slice(1) };
    const client = new MultiServerMCPClient({ mcpServers: { tracker: server } });
    const tools = new Map((await client.getTools()).map(tool => [tool.name, tool]));
    return {
        list: async () => [...tools.keys()],
        call: (name, args) => tools.get(name).invoke(args),
        resource: uri => client.readResource('tracker', uri),
        close: () => client.close(),
    };
};
