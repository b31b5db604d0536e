import * as z from 'zod/mini'
import type { Endpoint } from '#base/api/endpoint.ts'
import type { Operation } from './requests.ts'
import type { JsonSchema } from './schema-values.ts'

const schemaOf = (schema: z.core.$ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** A record of the API as its document would describe it; those of the console are in none. */
export function operationOf({ method, path, params, query, body }: Endpoint): Operation {
  const parametersOf = (place: 'path' | 'query', schema: z.core.$ZodType | undefined) =>
    Object.entries((schema && schemaOf(schema).properties) ?? {}).map(([name, each]) => ({
      in: place,
      name,
      schema: each,
    }))
  return {
    method,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body && { body: schemaOf(body) }),
  }
}
