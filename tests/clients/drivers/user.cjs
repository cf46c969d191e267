// The person at the client, who answers what the server asks. See drivers/README.md.
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');

// Answers a question as it was laid down for its message, and thinks about it until then.
class User {
    constructor() {
        this.asked = () => {};
        this.seen = [];
        this.answers = {};
        this.thinking = 0;
        this.withdrawals = 0;
        this.waiting = [];
    }

    // The SDK's handler of elicitation; `signal` tells that nobody waits for the answer any more.
    async answer(question, signal) {
        this.seen.push(question);
        this.thinking += 1;
        this.asked();
        const withdrawn = () => {
            this.withdrawals += 1;
            this.tell();
        };
        signal.addEventListener('abort', withdrawn, { once: true });
        await this.until(() => question.message in this.answers || signal.aborted);
        const { after = 0, ...answer } = this.answers[question.message] ?? { action: 'cancel' };
        delete this.answers[question.message];
        await sleep(after * 1000);
        signal.removeEventListener('abort', withdrawn);
        this.thinking -= 1;
        this.tell();
        return answer;
    }

    // By the messages of the questions; each answer is given once, after `after` seconds if it has that.
    layDown(answers) {
        Object.assign(this.answers, answers);
        this.tell();
    }

    // Those since the last time, in the order they came.
    questions() {
        const { seen } = this;
        this.seen = [];
        return seen;
    }

    // Waits until no question is open.
    async idle() {
        await this.until(() => this.thinking === 0);
    }

    // Waits until a question was withdrawn, once more than it was waited for.
    async withdrawn() {
        await this.until(() => this.withdrawals > 0);
        this.withdrawals -= 1;
    }

    async until(holds) {
        while (!holds()) await new Promise(resolve => this.waiting.push(resolve));
    }

    tell() {
        for (const resolve of this.waiting.splice(0)) resolve();
    }
}

module.exports = { User };
