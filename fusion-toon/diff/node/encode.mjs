// Reads one [delimiter, value] a line, and answers each with its TOON as a JSON string.
import { createInterface } from 'node:readline'
import { encode } from '@toon-format/toon'

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })
let out = ''
for await (const line of lines) {
  const [delimiter, value] = JSON.parse(line)
  out += JSON.stringify(encode(value, { delimiter })) + '\n'
  if (out.length > 65536) {
    process.stdout.write(out)
    out = ''
  }
}
process.stdout.write(out)
