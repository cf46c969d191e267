// Mastra: tools with validators that it makes of the schemas.
import { MCPClient } from '@mastra/mcp';

let count = 0;

export const connect = async target => {
    const server = target.url
        ? { url: new URL(target.url) }
        : { command: target.command[0], args: target.command.slice(1) };
    const client = new MCPClient({ id: `hosts-${(count += 1)}`, servers: { tracker: server } });
    const tools = await client.listTools();
    return {
        list: async () => Object.keys(tools),
        call: (name, args) => tools[name].execute(args, {}),
        prompt: (name, args) => client.prompts.get({ serverName: 'tracker', name, args }),
        resource: uri => client.resources.read('tracker', uri),
        close: () => client.disconnect(),
    };
};
