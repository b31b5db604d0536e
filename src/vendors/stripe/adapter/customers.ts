import { createHash } from 'node:crypto'
import type { StripeCall } from './client.ts'
import { createOnce } from './create-once.ts'
import { customerListWire, customerWire, pageSize } from './wire.ts'

export const ensureCustomer: StripeCall<'ensureCustomer'> = (
  { ask },
  { customerId, email, name, instead },
  ctx,
) => {
  const params = { email, name, metadata: { customer_id: customerId } }
  return createOnce({
    key: `customer-${customerId}-${hashOf(instead ? { ...params, instead } : params)}`,
    async find() {
      const { data } = await ask(
        'findCustomer',
        customerListWire,
        (stripe) => stripe.customers.list({ email, limit: pageSize }),
        ctx,
      )
      const known = data.find((customer) => customer.metadata.customer_id === customerId)
      return known && { customerExternalId: known.id }
    },
    async create(idempotencyKey) {
      const made = await ask(
        'createCustomer',
        customerWire,
        (stripe) => stripe.customers.create(params, { idempotencyKey }),
        ctx,
      )
      return { customerExternalId: made.id }
    },
  })
}

const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)
