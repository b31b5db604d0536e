import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import { page } from './lists.ts'
import type { PortalConfiguration, PortalSession } from './objects.ts'
import { expandable, flag, ignored, metadata, paging, text } from './params.ts'
import { existing, invalid, missingReference } from './problem.ts'
import { type Route, route } from './route.ts'

const feature = z.looseObject({ enabled: flag })
const configurationParams = z.strictObject({
  features: z.strictObject({
    customer_update: feature.optional(),
    invoice_history: feature.optional(),
    payment_method_update: feature.optional(),
    subscription_cancel: feature.optional(),
    subscription_pause: feature.optional(),
    subscription_update: feature.optional(),
  }),
  business_profile: ignored.optional(),
  default_return_url: z.string().optional(),
  login_page: ignored.optional(),
  name: text.optional(),
  metadata: metadata.optional(),
  ...expandable,
})
const sessionParams = z.strictObject({
  customer: text,
  return_url: text.optional(),
  configuration: text.optional(),
  flow_data: z.looseObject({ type: text }).optional(),
  locale: text.optional(),
  ...expandable,
})

/** How long a portal link works, in seconds. */
const linkLifetime = 5 * 60

function createConfiguration(
  account: StripeAccount,
  params: z.output<typeof configurationParams>,
): PortalConfiguration {
  const configuration: PortalConfiguration = {
    id: account.id('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    created: account.now(),
    default_return_url: params.default_return_url || null,
    features: Object.fromEntries(
      Object.entries(params.features).map(([name, { enabled }]) => [name, { enabled }]),
    ),
    is_default: false,
    livemode: false,
    metadata: params.metadata ?? {},
    name: params.name ?? null,
    updated: account.now(),
  }
  account.portalConfigurations.put(configuration.id, configuration)
  return configuration
}

function createPortalSession(account: StripeAccount, params: z.output<typeof sessionParams>): PortalSession {
  if (!account.customers.get(params.customer)) throw missingReference('customer', params.customer, 'customer')
  if (!params.configuration)
    throw invalid(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode.',
    )
  const configuration = account.portalConfigurations.get(params.configuration)
  if (!configuration?.active) throw missingReference('configuration', params.configuration, 'configuration')
  const id = account.id('bps')
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: account.now(),
    customer: params.customer,
    livemode: false,
    return_url: params.return_url ?? configuration.default_return_url,
    url: `${account.world.origin()}/portal/${id}`,
  }
  account.portalSessions.put(id, session, params.customer)
  return session
}

/** A portal session whose link still works. */
export function livePortalSession(account: StripeAccount, id: string) {
  const session = account.portalSessions.get(id)
  if (!session || account.now() - session.created > linkLifetime) return undefined
  const configuration = account.portalConfigurations.get(String(session.configuration))
  const allows = (name: string) => configuration?.features[name]?.enabled ?? false
  return { session, allows }
}

export const portalRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'POST',
    path: '/v1/billing_portal/configurations',
    params: configurationParams,
    answer: (params) => createConfiguration(account, params),
  }),
  route({
    method: 'GET',
    path: '/v1/billing_portal/configurations',
    params: z.strictObject({ ...paging, active: flag.optional(), is_default: flag.optional() }),
    answer: ({ active, is_default: isDefault, ...request }) =>
      page(account.portalConfigurations, '/v1/billing_portal/configurations', request, {
        where: (configuration) =>
          (active === undefined || configuration.active === active) &&
          (isDefault === undefined || configuration.is_default === isDefault),
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/billing_portal/configurations/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => existing(account.portalConfigurations.get(id), 'configuration', id),
  }),
  route({
    method: 'POST',
    path: '/v1/billing_portal/configurations/:id',
    params: configurationParams.partial().extend({ active: flag.optional() }),
    answer: ({ features, metadata: change, active }, { id = '' }) => {
      const configuration = existing(account.portalConfigurations.get(id), 'configuration', id)
      for (const [name, { enabled }] of Object.entries(features ?? {}))
        configuration.features[name] = { enabled }
      Object.assign(configuration.metadata, change)
      configuration.active = active ?? configuration.active
      account.portalConfigurations.put(id, configuration)
      return configuration
    },
  }),
  route({
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: sessionParams,
    answer: (params) => createPortalSession(account, params),
  }),
]
