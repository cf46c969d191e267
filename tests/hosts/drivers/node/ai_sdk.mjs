// Vercel's AI SDK: a text generation whose model is a mock calls the tool.
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';

export const connect = async target => {
    const transport = target.url
        ? { type: 'http', url: target.url }
        : new StdioTransport({ command: target.command[0], args: target.command.slice(1) });
    const client = await createMCPClient({ transport });
    const tools = await client.tools();
    return {
        list: async () => Object.keys(tools),
        call: (name, args) => tools[name].execute(args, { toolCallId: '1', messages: [] }),
        prompt: (name, args) => client.experimental_getPrompt({ name, arguments: args }),
        resource: uri => client.readResource({ uri }),
        close: () => client.close(),
    };
};
