import { readdirSync } from 'node:fs'
import type { Endpoint } from '#shared/api/endpoint.ts'

const folder = new URL('../../shared/api/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const parts: object[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

/** Every record that is written, bound or not. */
export const writtenEndpoints: Endpoint[] = parts.flatMap((part) => Object.values(part).filter(isEndpoint))
