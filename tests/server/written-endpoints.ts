import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#base/api/endpoint.ts'

const src = join(import.meta.dirname, '../../src')
const files = globSync('features/*/api/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'))
const parts: object[] = await Promise.all(files.map((file) => import(join(src, file))))

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value

/** Every record that is written, bound or not. */
export const writtenEndpoints: Endpoint[] = parts.flatMap((part) => Object.values(part).filter(isEndpoint))
