import type { Dependencies } from '#delivery/dependencies.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { PaymentSetup } from '#vendors/ports/payments.ts'
import type { Check, Verdict } from './check.ts'

const path = '/api/webhooks/stripe'
const lookAt =
  'In Stripe’s dashboard, Billing, Subscriptions, failed payments, "leave the subscription past due" has to be chosen'

/** What was set up by hand at the payment provider. None of it can be seen by whether payments work. */
export const paymentSetupChecks = ({ config, vendors }: Dependencies): Check[] => {
  const read = (verdict: (setup: PaymentSetup) => Verdict, unread: string) => async (): Promise<Verdict> => {
    try {
      return verdict(await vendors.payments.readSetup())
    } catch (error) {
      // Whether Stripe answers at all is a check of its own.
      if (!isVendorError(error)) throw error
      const why = error.status === 403 ? 'the key may not read it' : 'Stripe did not say'
      return { ok: true, note: `Not proven: ${why}. ${unread}.` }
    }
  }
  return [
    {
      what: 'Stripe webhook',
      step: 'payments',
      inspect: read(
        (setup) => endpointVerdict(setup, config),
        'Give it the permission "Webhook Endpoints: read", or compare the endpoint with docs/going-live.md',
      ),
    },
    {
      what: 'Stripe after the last try of a payment',
      inspect: read(({ afterLastTry: seen }) => {
        if (!seen) return { ok: true, note: `Not proven: no call tells this setting. ${lookAt}.` }
        return {
          ok: false,
          reason: `subscription ${seen.subscriptionId} became ${seen.became} after its last refused payment`,
          mend: `${lookAt}: otherwise what is owed can no longer be paid.`,
        }
      }, lookAt),
    },
  ]
}

function endpointVerdict(
  { endpoints, needed }: PaymentSetup,
  { publicUrl, origins }: Pick<Dependencies['config'], 'publicUrl' | 'origins'>,
): Verdict {
  const mend = `See docs/going-live.md, Stripe: its address is ${publicUrl}${path}.`
  const wrong = (reason: string): Verdict => ({ ok: false, reason, mend })
  const ours = endpoints.filter(({ url }) => origins.some((origin) => url === `${origin}${path}`))
  if (ours.length === 0) return wrong('no endpoint sends its events here')
  const working = ours.filter(({ isEnabled }) => isEnabled)
  if (working.length === 0) return wrong('its endpoint is disabled')
  const sent = new Set(working.flatMap(({ events }) => events))
  const missing = sent.has('*') ? [] : needed.events.filter((event) => !sent.has(event))
  if (missing.length > 0) return wrong(`its endpoint is not sent ${missing.join(', ')}`)
  const other = working.find(({ version }) => version !== needed.version)
  if (other)
    return wrong(
      `its endpoint is written to in version ${other.version ?? 'of the account'}, and ${needed.version} is needed`,
    )
  return { ok: true }
}
