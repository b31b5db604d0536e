/**
 * The pure rules of money, status and health. Of each, every place is changed, and its own test has to notice: the one that
 * stands beside it, unless another is named here.
 * @type {Record<string, string | undefined>}
 */
const rules = {
  // What is charged.
  'src/shared/money/pricing.ts': undefined,
  'src/shared/money/usd.ts': 'src/shared/money/pricing.test.ts',
  'src/shared/money/savings.ts': undefined,
  'src/shared/money/renewing.ts': undefined,
  'src/shared/order-draft/draft-quote.ts': undefined,
  'src/server/features/billing/billing-of.ts': undefined,
  'src/shared/plans/price-list.ts': undefined,
  'src/server/features/domains/due-again.ts': undefined,
  // What costs nothing, and what goes back.
  'src/server/domains/paid-for.ts': undefined,
  'src/shared/domains/replacement/replace-request.ts': undefined,
  'src/server/features/checkout/what-goes-back.ts': undefined,
  'src/server/features/refunds/refund-rules.ts': undefined,
  'src/shared/money/payment-served.ts': undefined,
  // What customers see, and may do.
  'src/shared/orders/order-status.ts': undefined,
  'src/shared/orders/order-holds.ts': undefined,
  'src/shared/orders/order-actions.ts': undefined,
  'src/shared/domains/domain-change.ts': undefined,
  'src/shared/plans/inbox-split.ts': undefined,
  'src/server/provisioning/status.ts': 'src/server/provisioning/status-after.test.ts',
  // How a domain's health is judged.
  'src/shared/health/next-health.ts': undefined,
  'src/shared/health/picture.ts': 'src/shared/health/next-health.test.ts',
  'src/shared/health/bounds.ts': undefined,
  'src/shared/health/incidents.ts': 'src/shared/health/guards.test.ts',
  'src/shared/health/acts.ts': undefined,
  'src/shared/health/reserve.ts': 'src/shared/health/guards.test.ts',
  'src/shared/health/signals/blocklists.ts': 'src/shared/health/signals/signals.test.ts',
  'src/shared/health/signals/counted.ts': 'src/shared/health/signals/signals.test.ts',
  'src/shared/health/signals/placement.ts': 'src/shared/health/signals/signals.test.ts',
  'src/shared/health/signals/records.ts': 'src/shared/health/signals/signals.test.ts',
  'src/shared/health/signals/refusals.ts': 'src/shared/health/signals/signals.test.ts',
  'src/shared/health/signals/spam-rate.ts': 'src/shared/health/signals/signals.test.ts',
  // What is done next.
  'src/server/provisioning/facts.ts': undefined,
  'src/server/provisioning/plan.ts': undefined,
  'src/server/provisioning/step-rules.ts': undefined,
  'src/server/provisioning/step-ids.ts': 'src/server/provisioning/step-rules.test.ts',
  'src/server/provisioning/missing-when.ts': 'src/server/provisioning/step-rules.test.ts',
  'src/server/provisioning/invalidated-by.ts': 'src/server/provisioning/step-rules.test.ts',
  'src/server/provisioning/connected-count.ts': 'src/server/provisioning/step-rules.test.ts',
  'src/server/provisioning/refusals.ts': undefined,
  'src/server/provisioning/retry.ts': undefined,
}

/** Those whose path has one of the words in it; all of them without a word. */
export const rulesFor = (/** @type {readonly string[]} */ words) =>
  Object.entries(rules)
    .filter(([rule]) => words.length === 0 || words.some((word) => rule.includes(word)))
    .map(([rule, test = rule.replace(/\.ts$/, '.test.ts')]) => ({ rule, test }))
