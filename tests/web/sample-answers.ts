import * as z from 'zod/mini'
import type { Endpoint } from '#base/api/endpoint.ts'
import { network } from './network.ts'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../src/features/*/api/*.ts', '!**/*.test.ts'],
  {
    eager: true,
  },
)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value

const moment = '2026-01-15T12:00:00.000Z'
const guesses: unknown[] = ['Sample', moment, '2026-01-15', '2026-01', 'ada@sample.example', 1, 2, 0, 5, 15]
const isMoment = /(At|Until|Again|^at|since|until|oldest|earliest|latest|from|created|moment)$/i
const isMonth = /^month$|^from$/

/** What a field of this name takes. */
function guess(schema: z.core.$ZodType, name: string): unknown {
  const first = isMonth.test(name) ? ['2026-01'] : isMoment.test(name) ? [moment] : []
  return [...first, ...guesses].find((each) => z.safeParse(schema as z.ZodMiniType, each).success)
}

/** Nothing more is there than is shown, and nothing is refused. */
const plain: Record<string, unknown> = {
  ...{
    hasMore: false,
    refusal: null,
    isReleased: false,
    isEnvironments: false,
    eraseDueAt: null,
    erasedAt: null,
  },
  ...{
    disabledAt: null,
    suspendedAt: null,
    answeredAt: null,
    closedAt: null,
    notYet: null,
    isInvited: false,
  },
}

/** A value that a schema takes: lists have one entry, and whatever may be absent is there. */
function sampleOf(schema: z.core.$ZodType, name = ''): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, field]) => [
          key,
          key in plain ? plain[key] : sampleOf(field, key),
        ]),
      )
    case 'array':
      return [sampleOf(def.element, name)]
    case 'tuple':
      return def.items.map((item) => sampleOf(item, name))
    case 'record':
      return Object.fromEntries(keysOf(def.keyType).map((key) => [key, sampleOf(def.valueType)]))
    case 'union':
      return sampleOf(def.options[0] as z.core.$ZodType, name)
    case 'intersection':
      return Object.assign({}, sampleOf(def.left), sampleOf(def.right))
    case 'nullable':
      return name === 'next' ? null : sampleOf(def.innerType, name)
    case 'optional':
    case 'default':
    case 'readonly':
      return sampleOf(def.innerType, name)
    case 'lazy':
      return sampleOf(def.getter(), name)
    case 'pipe':
      return sampleOf(def.in, name)
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return guess(schema, name)
  }
}

/** All that a record has to have. */
function keysOf(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'enum' ? Object.values(def.entries).map(String) : [String(sampleOf(schema))]
}

/** A made-up answer of a call, changed. */
export const sampleAnswer = <E extends Endpoint>(endpoint: E) => sampleOf(endpoint.response) as never

/** Answers every call there is with something its record allows. What a test cares for it answers after that. */
export function answerSamples(): void {
  const endpoints = Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint))
  for (const endpoint of endpoints) network.answer(endpoint, () => sampleAnswer(endpoint))
}
