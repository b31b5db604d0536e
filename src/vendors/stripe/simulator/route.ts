import type * as z from 'zod'

/** One call of the API. `answer` is given checked parameters and the path's own, and answers an object to present. */
export interface Route<S extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the host, in Hono's notation. */
  path: `/v1/${string}`
  params: S
  answer: (params: z.output<S>, path: Record<string, string>) => object
}

/** Keeps the parameters' types inside a route while lists of routes forget them. */
export const route = <S extends z.ZodType>(described: Route<S>): Route => described as unknown as Route
