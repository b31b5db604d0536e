import type { Context } from 'hono'
import { fieldsOf } from '#vendors/sandbox/json-body.ts'
import { graphError } from './answers.ts'
import type { Session } from './tokens.ts'

export type GraphEnv = { Variables: { session: Session } }
export type GraphContext = Context<GraphEnv>

/** Undefined when the app holds one of the permissions, else Graph's refusal. */
export function lacksPermission(c: GraphContext, ...anyOf: string[]): Response | undefined {
  const { roles } = c.get('session').claims
  return anyOf.some((permission) => roles.includes(permission)) ? undefined : requestDenied()
}

/** The same whether the app lacks a permission or the one user is beyond every app. */
export const requestDenied = (): Response =>
  graphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.')

/** The body as an object; an empty one when there is none or it is not JSON. */
export async function jsonBody(c: GraphContext): Promise<Record<string, unknown>> {
  return fieldsOf(c)
}
