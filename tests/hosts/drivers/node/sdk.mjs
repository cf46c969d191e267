// The official SDK for TypeScript, version 2.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const connect = async target => {
    const client = new Client({ name: 'hosts', version: '0' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(
        target.url
            ? new StreamableHTTPClientTransport(new URL(target.url))
            : new StdioClientTransport({ command: target.command[0], args: target.command.slice(1) }),
    );
    return {
        list: async () => (await client.listTools()).tools.map(tool => tool.name),
        call: (name, args) => client.callTool({ name, arguments: args }),
        prompt: (name, args) => client.getPrompt({ name, arguments: args }),
        resource: uri => client.readResource({ uri }),
        close: () => client.close(),
    };
};
