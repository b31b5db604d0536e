import { useEffect, useState } from 'react'
import { CopyButton } from '#ui/copy-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { QrPicture } from './qr-picture.ts'

interface SecretToScanProps {
  /** In base 32. */
  secret: string
  /** What the picture says. */
  uri: string
}

/** The secret of a second factor as a picture, and to be typed. */
export function SecretToScan({ secret, uri }: SecretToScanProps) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-4">
      <Picture uri={uri} />
      <div className="min-w-0 grow basis-40">
        <div className="flex items-center justify-between gap-2">
          <p className="text-label text-muted">Key</p>
          <CopyButton value={secret} label="Copy key" />
        </div>
        <p translate="no" className="font-mono text-secondary">
          {(secret.match(/.{1,4}/g) ?? []).join(' ')}
        </p>
      </div>
    </div>
  )
}

function Picture({ uri }: { uri: string }) {
  const picture = useQrPicture(uri)
  if (picture === 'missing')
    return (
      <p className="grid size-40 place-items-center text-center text-muted text-secondary">
        The picture did not arrive. Enter the key by hand.
      </p>
    )
  if (!picture) return <Skeleton className="size-40" />
  const { path, size } = picture
  // Dark on light whatever the page looks like: an app's camera expects it. Four modules of margin belong to it.
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className="size-40 shrink-0 rounded-control border border-line forced-color-adjust-none"
    >
      <rect x="-4" y="-4" width={size + 8} height={size + 8} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Drawn by code that nobody else needs. */
function useQrPicture(uri: string): QrPicture | 'missing' | undefined {
  const [picture, setPicture] = useState<QrPicture | 'missing'>()
  useEffect(() => {
    let isGone = false
    import('./qr-picture.ts').then(
      ({ qrPicture }) => isGone || setPicture(qrPicture(uri)),
      () => isGone || setPicture('missing'),
    )
    return () => {
      isGone = true
    }
  }, [uri])
  return picture
}
