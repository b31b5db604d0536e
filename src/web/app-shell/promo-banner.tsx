import { X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { bannerHiddenTimeKey, bannerVersionKey } from '#shared/accounts/session-storage-keys.ts'
import { bannerCheckEveryMs, hideBanner, isBannerHidden } from '#shared/money/promo-banner.ts'
import { readStored, writeStored } from '../browser-storage.ts'
import { useConfig } from './use-config.ts'

const isHidden = (version: string): boolean =>
  isBannerHidden(
    { hiddenTime: readStored(bannerHiddenTimeKey), version: readStored(bannerVersionKey) },
    Date.now(),
    version,
  )

/** The operator's promotion, unless the customer closed it within the hour. */
export function usePromoBanner(): { text: string; hide: () => void } | null {
  const { banner } = useConfig()
  const version = banner?.version
  const [isClosed, setClosed] = useState(() => version !== undefined && isHidden(version))
  useEffect(() => {
    if (version === undefined) return
    const check = () => setClosed(isHidden(version))
    check()
    const timer = setInterval(check, bannerCheckEveryMs)
    return () => clearInterval(timer)
  }, [version])
  const hide = useCallback(() => {
    const hidden = hideBanner(Date.now(), version)
    writeStored(bannerHiddenTimeKey, hidden.hiddenTime ?? '')
    writeStored(bannerVersionKey, hidden.version ?? '')
    setClosed(true)
  }, [version])
  return banner && !isClosed ? { text: banner.text, hide } : null
}

/** The strip above everything; pages leave room for it while it shows. On phones one line, which unfolds over the page. */
export function PromoBanner({ text, onHide }: { text: string; onHide: () => void }) {
  return (
    <aside aria-label="Promotion" data-promo-banner className="promo-banner">
      <p title={text}>{text}</p>
      <details>
        <summary>{text}</summary>
      </details>
      <button
        type="button"
        aria-label="Hide this promotion"
        onClick={onHide}
        className="absolute top-1 right-1.5 grid size-7 place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
      >
        <X className="size-3.5" />
      </button>
    </aside>
  )
}
