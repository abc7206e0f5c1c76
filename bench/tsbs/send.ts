import { Agent, request } from 'node:http'
import type { Get } from './contestants.ts'

/** Of Node's own: `fetch` takes more time than most of the answers. */
const agent = new Agent({ keepAlive: true })

/** The text of an answer. Rejects where it is none of success. */
export function get({ url, headers = {} }: Get): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (answer.statusCode === 200) resolve(text)
        else reject(new Error(`${url}: ${answer.statusCode} ${text}`))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
