/**
 * The pure rules of money, status and health. Of each, every place is changed, and its own test has to notice: the one that
 * stands beside it, unless another is named here.
 * @type {Record<string, string | undefined>}
 */
const rules = {
  // What is charged.
  'src/features/checkout/rules/pricing.ts': undefined,
  'src/base/text/usd.ts': 'src/features/checkout/rules/pricing.test.ts',
  'src/features/plans/rules/savings.ts': undefined,
  'src/features/billing/rules/renewing.ts': undefined,
  'src/features/ordering/rules/draft-quote.ts': undefined,
  'src/features/billing/server/billing-of.ts': undefined,
  'src/features/plans/rules/price-list.ts': undefined,
  'src/features/domains/server/due-again.ts': undefined,
  // What costs nothing, and what goes back.
  'src/delivery/domains/paid-for.ts': undefined,
  'src/features/replacement/rules/replace-request.ts': undefined,
  'src/features/checkout/server/what-goes-back.ts': undefined,
  'src/features/refunds/server/refund-rules.ts': undefined,
  'src/features/billing/rules/payment-served.ts': undefined,
  // What customers see, and may do.
  'src/features/orders/rules/order-status.ts': undefined,
  'src/features/orders/rules/order-holds.ts': undefined,
  'src/features/orders/rules/order-actions.ts': undefined,
  'src/features/domains/rules/domain-change.ts': undefined,
  'src/features/plans/rules/inbox-split.ts': undefined,
  'src/delivery/provisioning/status.ts': 'src/delivery/provisioning/status-after.test.ts',
  // How a domain's health is judged.
  'src/features/health/rules/next-health.ts': undefined,
  'src/features/health/rules/picture.ts': 'src/features/health/rules/next-health.test.ts',
  'src/features/health/rules/bounds.ts': undefined,
  'src/features/health/rules/incidents.ts': 'src/features/health/rules/guards.test.ts',
  'src/features/health/rules/acts.ts': undefined,
  'src/features/reserve/rules/reserve.ts': 'src/features/health/rules/guards.test.ts',
  'src/features/health/rules/signals/blocklists.ts': 'src/features/health/rules/signals/signals.test.ts',
  'src/features/health/rules/signals/counted.ts': 'src/features/health/rules/signals/signals.test.ts',
  'src/features/health/rules/signals/placement.ts': 'src/features/health/rules/signals/signals.test.ts',
  'src/features/health/rules/signals/records.ts': 'src/features/health/rules/signals/signals.test.ts',
  'src/features/health/rules/signals/refusals.ts': 'src/features/health/rules/signals/signals.test.ts',
  'src/features/health/rules/signals/spam-rate.ts': 'src/features/health/rules/signals/signals.test.ts',
  // What is done next.
  'src/delivery/provisioning/facts.ts': undefined,
  'src/delivery/provisioning/plan.ts': undefined,
  'src/delivery/provisioning/step-rules.ts': undefined,
  'src/delivery/provisioning/step-ids.ts': 'src/delivery/provisioning/step-rules.test.ts',
  'src/delivery/provisioning/missing-when.ts': 'src/delivery/provisioning/step-rules.test.ts',
  'src/delivery/provisioning/invalidated-by.ts': 'src/delivery/provisioning/step-rules.test.ts',
  'src/delivery/provisioning/connected-count.ts': 'src/delivery/provisioning/step-rules.test.ts',
  'src/delivery/provisioning/refusals.ts': undefined,
  'src/delivery/provisioning/retry.ts': undefined,
}

/** Those whose path has one of the words in it; all of them without a word. */
export const rulesFor = (/** @type {readonly string[]} */ words) =>
  Object.entries(rules)
    .filter(([rule]) => words.length === 0 || words.some((word) => rule.includes(word)))
    .map(([rule, test = rule.replace(/\.ts$/, '.test.ts')]) => ({ rule, test }))
