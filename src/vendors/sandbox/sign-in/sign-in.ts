import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { googleState } from '#vendors/google/simulator/state.ts'
import { microsoftState } from '#vendors/microsoft/simulator/state.ts'
import { createTokens } from '#vendors/microsoft/simulator/tokens.ts'
import type { Vendor, World } from '../world.ts'
import { createFlows } from './flow.ts'
import { googlePages } from './google/routes.ts'
import { createGrants } from './grants.ts'
import { microsoftPages } from './microsoft/routes.ts'
import { anyPageFaults, signInVendor } from './sign-in-faults.ts'

const formMax = 64 * 1024

/**
 * The pages of login.microsoftonline.com and accounts.google.com, where people sign in and allow a tool. Both on one
 * port of their own: their paths differ, and a link is opened with its host replaced.
 */
export function createSignIn(world: World): Vendor {
  const microsoft = microsoftState(world.store)
  const flows = createFlows(world)
  const grants = createGrants(world)
  const app = new Hono()
    .use(bodyLimit({ maxSize: formMax }))
    .use(anyPageFaults(world))
    .route('/', createTokens(world, microsoft).login)
    .route('/', microsoftPages(world, microsoft, flows, grants))
    .route('/', googlePages(world, googleState(world.store), flows, grants))
  return {
    name: signInVendor,
    app,
    async listen(plan) {
      const own = await plan.openHttp(4)
      return { ports: { signIn: own.port }, close: own.close }
    },
  }
}
