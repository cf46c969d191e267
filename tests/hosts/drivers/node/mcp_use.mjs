// mcp-use: LangChain tools with validators that it makes of the schemas.
import { LangChainAdapter, MCPClient } from 'mcp-use';

export const connect = async target => {
    const server = target.url ? { url: target.url } : { command: target.command[0], args: target.command.slice(1) };
    const client = MCPClient.fromDict({ mcpServers: { tracker: server } });
    const session = await client.createSession('tracker');
    const tools = new Map((await new LangChainAdapter().createTools(client)).map(tool => [tool.name, tool]));
    return {
        list: async () => [...tools.keys()],
        call: (name, args) => tools.get(name).invoke(args),
        prompt: (name, args) => session.getPrompt(name, args),
        resource: uri => session.readResource(uri),
        close: () => client.closeAllSessions(),
    };
};
