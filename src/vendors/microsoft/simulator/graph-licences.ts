import { Hono } from 'hono'
import * as z from 'zod'
import type { World } from '#vendors/sandbox/world.ts'
import { graphBadRequest, graphNotFound } from './answers.ts'
import { dueAt } from './delays.ts'
import { servicePlansOf } from './exchange-limits.ts'
import { type GraphEnv, jsonBody, lacksPermission } from './graph-session.ts'
import {
  addConsumedUnits,
  consumedUnits,
  findUser,
  type MicrosoftState,
  putMailbox,
  putUser,
  type Tenant,
} from './state.ts'

export function createLicenceRoutes(world: World, state: MicrosoftState) {
  const routes = new Hono<GraphEnv>()

  const present = (tenant: Tenant) =>
    tenant.skus.map((sku) => ({
      id: `${tenant.tenantId}_${sku.skuId}`,
      skuId: sku.skuId,
      skuPartNumber: sku.skuPartNumber,
      appliesTo: 'User',
      capabilityStatus: sku.capabilityStatus ?? 'Enabled',
      consumedUnits: consumedUnits(state, tenant.tenantId, sku.skuId),
      prepaidUnits: { enabled: sku.units, suspended: 0, warning: 0, lockedOut: 0 },
      servicePlans: servicePlansOf(sku).map((servicePlanName) => ({
        servicePlanName,
        provisioningStatus: 'Success',
        appliesTo: 'User',
      })),
    }))

  routes.get('/subscribedSkus', (c) => {
    const denied = lacksPermission(c, 'Organization.Read.All', 'LicenseAssignment.ReadWrite.All')
    return denied ?? c.json({ value: present(c.get('session').tenant) })
  })

  // https://learn.microsoft.com/graph/api/directory-list-subscriptions
  routes.get('/directory/subscriptions', (c) => {
    const denied = lacksPermission(c, 'Organization.Read.All')
    if (denied) return denied
    const value = c.get('session').tenant.skus.map((sku) => ({
      skuId: sku.skuId,
      skuPartNumber: sku.skuPartNumber,
      isTrial: sku.isTrial ?? false,
      status: sku.capabilityStatus ?? 'Enabled',
      totalLicenses: sku.units,
    }))
    return c.json({ value })
  })

  routes.post('/users/:id/assignLicense', async (c) => {
    const denied = lacksPermission(c, 'LicenseAssignment.ReadWrite.All', 'User.ReadWrite.All')
    if (denied) return denied
    const { tenant } = c.get('session')
    const user = findUser(state, tenant.tenantId, c.req.param('id'))
    if (!user || user.visibleAt > world.now()) return graphNotFound(c.req.param('id'))
    const { addLicenses, removeLicenses } = await jsonBody(c)
    if (!Array.isArray(addLicenses) || !Array.isArray(removeLicenses))
      return graphBadRequest('addLicenses and removeLicenses are required.')
    const skuIds = new Set(user.skuIds)
    for (const skuId of removeLicenses) skuIds.delete(String(skuId))
    for (const { skuId } of z.array(z.object({ skuId: z.string() })).parse(addLicenses)) {
      const sku = tenant.skus.find((candidate) => candidate.skuId === skuId)
      if (!sku) return graphBadRequest(`License ${skuId} does not correspond to a valid company License.`)
      if (!user.usageLocation)
        return graphBadRequest('License assignment cannot be done for user with invalid usage location.')
      if (!skuIds.has(skuId) && consumedUnits(state, tenant.tenantId, skuId) >= sku.units)
        return graphBadRequest(`Subscription with SKU ${skuId} does not have any available licenses.`)
      skuIds.add(skuId)
    }
    state.store.transaction(() => {
      for (const { skuId } of tenant.skus) {
        const change = Number(skuIds.has(skuId)) - Number(user.skuIds.includes(skuId))
        if (change !== 0) addConsumedUnits(state, tenant.tenantId, skuId, change)
      }
      putUser(state, { ...user, skuIds: [...skuIds] })
      if (skuIds.size > 0 && !state.mailboxes.get(user.id))
        putMailbox(state, {
          id: user.id,
          tenantId: tenant.tenantId,
          name: user.id,
          alias: user.id,
          displayName: user.displayName,
          primarySmtpAddress: user.userPrincipalName,
          addresses: [user.userPrincipalName.toLowerCase()],
          type: 'UserMailbox',
          smtpClientAuthenticationDisabled: null,
          readyAt: dueAt(world, 'licensedMailbox'),
        })
    })
    return c.json({
      id: user.id,
      assignedLicenses: [...skuIds].map((skuId) => ({ skuId, disabledPlans: [] })),
    })
  })

  return routes
}
