import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { OwnDomainsProps } from './choose-domains.tsx'

const ChooseDomains = lateDialog(() => import('./choose-domains.tsx'), {
  frame: 'medium',
  title: 'Choose from your orders',
})

/** Domains of one's own orders, to be ticked instead of typed. */
export function OwnDomains({ domains, onChange }: OwnDomainsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" className="self-start" onClick={() => setOpen(true)}>
        Choose from your orders
      </Button>
      {isOpen && <ChooseDomains domains={domains} onChange={onChange} onClose={() => setOpen(false)} />}
    </>
  )
}
