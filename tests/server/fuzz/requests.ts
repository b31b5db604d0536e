import * as fc from 'fast-check'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import type { TestAnswer, TestBrowser } from '../test-app.ts'
import { type JsonSchema, valuesOf } from './schema-values.ts'

/** A call, as a document of the API describes it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `{names}` of its parameters. */
  path: string
  parameters?: { in: 'path' | 'query'; name: string; schema: JsonSchema }[]
  body?: JsonSchema
}

interface FuzzRequest {
  method: Operation['method']
  path: string
  query: Record<string, unknown>
  payload: string | undefined
}

/** Requests of one call; `known` are texts of which one may be meant by a field. */
export function requestsOf(
  { method, path, parameters = [], body }: Operation,
  known: (field: string) => string[],
): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    path: fc
      .tuple(
        ...parameters
          .filter((each) => each.in === 'path')
          .map((each) => valuesOf(each.schema, known, each.name)),
      )
      .map((values) => {
        let at = 0
        return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(wellFormed(values[at++])))
      }),
    query: fc.record(
      Object.fromEntries(
        parameters
          .filter((each) => each.in === 'query')
          .map((each) => [each.name, valuesOf(each.schema, known, each.name)]),
      ),
      { requiredKeys: [] },
    ),
    payload: body
      ? fc.oneof(
          { weight: 30, arbitrary: valuesOf(body, known).map((value) => JSON.stringify(value)) },
          {
            weight: 1,
            arbitrary: fc.constantFrom(
              '',
              '{',
              'null',
              '[]',
              '"text"',
              '{"a":'.repeat(500),
              `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
              'x'.repeat(300_000),
            ),
          },
        )
      : fc.constant(undefined),
    method: fc.constant(method),
  })
}
const wellFormed = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed() || '-'

/** Sends it from a page of the product. */
export function sendRequest(
  browser: TestBrowser,
  origin: string,
  { method, path, query, payload }: FuzzRequest,
): Promise<TestAnswer> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, wellFormed(value)]),
  ).toString()
  return browser.raw({
    method,
    url: search ? `${path}?${search}` : path,
    headers: {
      origin,
      'x-requested-with': 'XMLHttpRequest',
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    payload,
  })
}

/** Whether the product failed, rather than a third party that it names, or spoke of its inside. */
export function isOurFailure({ status, body }: TestAnswer): boolean {
  const text = JSON.stringify(body) ?? ''
  const isVendors =
    (status === 502 || status === 503) && Object.values(vendorNames).some((name) => text.includes(name))
  return (status >= 500 && !isVendors) || /stack|node_modules|select .* from/i.test(text)
}
