import type { PublicConfig } from '#shared/api/config.ts'
import type { Dependencies } from '../../dependencies.ts'

/** A promotion that was ended at the payment provider is promised for at most this long. */
const checkEveryMs = 60_000
/** No one waits longer than this for the very first answer; the page comes without the banner then. */
const firstPatienceMs = 1_000

type Banner = PublicConfig['banner']

/**
 * The operator's banner as long as its promotion is valid at the payment provider. It is looked at again behind
 * the visitors' backs, so no one waits for it; while the provider cannot be asked, what was last seen counts.
 */
export function createCurrentBanner({
  config,
  vendors,
  log,
}: Pick<Dependencies, 'config' | 'vendors' | 'log'>): () => Promise<Banner> {
  const { banner } = config
  if (!banner) return async () => null
  const { text, version, code } = banner
  const shown = { text, version, ...(code && text.includes(code) && { code }) }
  if (!code) return async () => shown

  let isValid: boolean | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | undefined

  async function refresh(code: string): Promise<void> {
    try {
      isValid = (await vendors.payments.findPromotion(code)) !== undefined
    } catch (error) {
      log.warn({ err: error }, 'whether the promotion of the banner is valid could not be asked')
    } finally {
      checkedAt = performance.now()
      refreshing = undefined
    }
  }

  return async () => {
    if (isValid === undefined || performance.now() - checkedAt > checkEveryMs) refreshing ??= refresh(code)
    if (isValid === undefined && refreshing) await withPatience(refreshing)
    return isValid ? shown : null
  }
}

async function withPatience(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, firstPatienceMs)
  })
  await Promise.race([work, over]).finally(() => clearTimeout(timer))
}
