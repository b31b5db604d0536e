import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { SignInFaultKind } from '../faults.ts'
import type { World } from '../world.ts'
import { closingPage, unknownPage } from './html-page.ts'

export const signInVendor = 'sign-in'

/** Whether an ordered fault of this kind meets this request of the pages. */
export function faultMeets(world: World, c: Context, kind: SignInFaultKind): boolean {
  const { pathname, search } = new URL(c.req.url)
  return world.faults.take(signInVendor, c.req.method, pathname + search, kind) !== undefined
}

/** The two that may come at any page; the others have their place in the course of a sign-in. */
export const anyPageFaults = (world: World) =>
  createMiddleware(async (c, next) => {
    if (faultMeets(world, c, 'unknown_page')) return unknownPage(c)
    if (faultMeets(world, c, 'closing_page')) return closingPage(c)
    return next()
  })
