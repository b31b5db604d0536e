import { ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import {
  areOwnReturnUrls,
  type CheckoutBody,
  type CheckoutKind,
} from '#features/ordering/rules/checkout-request.ts'

/** The spelling of this site that a request for a payment page wants to come back to. Throws a `Refusal` for any other. */
export function originOf(
  { config }: Pick<Dependencies, 'config'>,
  body: CheckoutBody,
  kind: CheckoutKind,
): string {
  const origin = config.origins.find((each) => areOwnReturnUrls(body, each, kind))
  if (!origin) throw ruleBroken('The return addresses are not those of this site.')
  return origin
}
