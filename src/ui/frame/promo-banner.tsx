import { X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import {
  bannerHiddenTimeKey,
  bannerRoomKey,
  bannerVersionKey,
} from '#features/accounts/rules/session-storage-keys.ts'
import { bannerCheckEveryMs, hideBanner, isBannerHidden } from '#features/brand/rules/promo-banner.ts'
import { readStored, removeStored, writeStored } from '../browser-storage.ts'
import { useConfig } from './use-config.ts'

const isHidden = (version: string): boolean =>
  isBannerHidden(
    { hiddenTime: readStored(bannerHiddenTimeKey), version: readStored(bannerVersionKey) },
    Date.now(),
    version,
  )

/** The operator's promotion, unless the customer closed it within the hour. */
export function usePromoBanner(): { text: string; code: string | undefined; hide: () => void } | null {
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
  const isShown = banner && !isClosed
  useEffect(() => {
    if (isShown) writeStored(bannerRoomKey, '1')
    else removeStored(bannerRoomKey)
  }, [isShown])
  return isShown ? { text: banner.text, code: banner.code, hide } : null
}

interface PromoBannerProps {
  text: string
  /** A part of the text that is never cut. */
  code: string | undefined
  onHide: () => void
}

/** The strip above everything; pages leave room for it while it shows. On phones one line, which unfolds over the page. */
export function PromoBanner({ text, code, onHide }: PromoBannerProps) {
  return (
    <aside aria-label="Promotion" data-promo-banner className="promo-banner">
      <p title={text}>{text}</p>
      <details>
        <summary>{code ? <AroundCode text={text} code={code} /> : text}</summary>
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

/** The text in three parts, of which those around the code are cut where there is no room. */
function AroundCode({ text, code }: { text: string; code: string }) {
  const at = text.indexOf(code)
  return (
    <span data-around-code>
      <span>{text.slice(0, at)}</span>
      <strong translate="no">{code}</strong>
      <span>{text.slice(at + code.length)}</span>
    </span>
  )
}
