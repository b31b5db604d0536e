import { ArrowLeft } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../button.tsx'
import { BarTitle, barId } from './workspace-layout.tsx'

/**
 * The bar of a page that has opened inside the page: the way back, and what it is. As long as it is drawn it stands
 * in the place of the menu and of the page's own title.
 */
export function InnerPageBar({ title, onBack }: { title: string; onBack: () => void }) {
  const [bar, setBar] = useState<Element | null>(null)
  useLayoutEffect(() => setBar(document.getElementById(barId)), [])
  return (
    bar &&
    createPortal(
      <div data-inner-page className="-ml-2 flex min-w-0 items-center gap-1">
        <Button variant="quiet" size="small" icon={<ArrowLeft />} onClick={onBack}>
          Back
        </Button>
        <BarTitle>{title}</BarTitle>
      </div>,
      bar,
    )
  )
}
