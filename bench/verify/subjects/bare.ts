// Fastify answering the same body, with no guard: what the pipeline's cost is compared with.
import Fastify from 'fastify'
import { serving, subjectOptions } from '../../subject.ts'

const { body } = subjectOptions<{ body: unknown }>()
const app = Fastify()
app.get('/v2/key', async () => body)
const url = await app.listen({ host: '127.0.0.1', port: 0 })
serving({ url: `${url}/v2/key` }, () => app.close())
