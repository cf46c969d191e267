// mcporter: a runtime of several servers.
import { createRuntime } from 'mcporter';

export const connect = async target => {
    const command = target.url
        ? { kind: 'http', url: new URL(target.url) }
        : { kind: 'stdio', command: target.command[0], args: target.command.slice(1), cwd: process.cwd() };
    const runtime = await createRuntime({ servers: [{ name: 'tracker', command }] });
    return {
        list: async () => (await runtime.listTools('tracker')).map(tool => tool.name),
        call: (name, args) => runtime.callTool('tracker', name, { args }),
        resource: uri => runtime.readResource('tracker', uri),
        close: () => runtime.close(),
    };
};
