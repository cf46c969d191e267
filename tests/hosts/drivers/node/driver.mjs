// Drives one host in JavaScript: `node driver.mjs ADAPTER`, where ADAPTER is a module beside this one. See ../../README.md.
//
// An adapter exports `connect(target)`, which returns `{ list, call, prompt?, resource?, close }`. `run` copies this folder
// beside the installed packages, because `import` looks for packages nowhere else.
import { createInterface } from 'node:readline';

const STEP_MILLISECONDS = 120_000;
const PREFIX = 'answers: ';

// Everything that a host returned, as text, so that nothing it kept is lost.
const textOf = value =>
    typeof value === 'string' ? value : Array.isArray(value) ? value.map(textOf).join('\n') : JSON.stringify(value) ?? String(value);

const words = failure => failure?.errors?.map(words).join('\n') || failure?.message || String(failure);

const limited = promise => {
    let timer;
    const late = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error('the host did not answer')), STEP_MILLISECONDS);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

// The tool's name in this host, which may have put a prefix before it.
const nameInHost = (tool, names) => {
    const exact = names.filter(name => name === tool);
    const found = exact.length ? exact : names.filter(name => name.endsWith(tool));
    if (found.length !== 1) throw new Error(`no tool ${tool} among ${names}`);
    return found[0];
};

// A call with the token that the answer before it asked for, if the step is a confirmation.
const confirmed = ({ confirms, ...does }, before) => {
    const token = confirms && before.match(/`confirmation`: [\\"]*([\w-]+)/)?.[1];
    return token ? { ...does, arguments: { ...does.arguments, confirmation: token } } : does;
};

const answer = async (host, names, { do: what, ...details }) => {
    if (!host[what]) return null;
    if (what === 'call') details.tool = nameInHost(details.tool, names);
    try {
        return { value: textOf(await limited(host[what](...Object.values(details)))) };
    } catch (failure) {
        return { error: words(failure) };
    }
};

const answersOf = async (adapter, target) => {
    const answers = {};
    let host;
    try {
        host = await limited(adapter.connect(target));
        const names = await limited(host.list());
        answers.lists = { value: names };
        let before;
        for (const { name, does } of target.steps) {
            before = answers[name] = await answer(host, names, confirmed(does, JSON.stringify(before)));
        }
    } catch (failure) {
        console.error(failure);
        answers.failure = words(failure);
    }
    await limited(host?.close?.()).catch(failure => console.error('closing', failure));
    return answers;
};

const adapter = await import(`./${process.argv[2]}.mjs`);
for await (const line of createInterface({ input: process.stdin })) {
    const answers = await answersOf(adapter, JSON.parse(line));
    process.stdout.write(`\n${PREFIX}${JSON.stringify(answers)}\n`);
}
process.exit(0);
