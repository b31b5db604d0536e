import { AtSign, BuildingComplex, CreditCard, Globe, Layers, Server } from 'lucide-react'
import type { ReactNode } from 'react'
import { PaletteGroup, PaletteItem } from '#ui/palette-item.tsx'
import { type Found, type FoundKind, foundKinds } from '../api/console-find.ts'
import { markedParts } from '../rules/marked-parts.ts'

const kinds: Record<FoundKind, { heading: string; icon: ReactNode }> = {
  customer: { heading: 'Customers', icon: <BuildingComplex /> },
  domain: { heading: 'Domains', icon: <Globe /> },
  mailbox: { heading: 'Mailboxes', icon: <AtSign /> },
  order: { heading: 'Orders', icon: <Layers /> },
  payment: { heading: 'Payments', icon: <CreditCard /> },
  account: { heading: 'Accounts at mailbox hosts', icon: <Server /> },
}

interface FoundListProps {
  found: readonly Found[]
  /** What was searched for, to be marked. */
  text: string
  onOpen: (found: Found) => void
}

/** What was found, by kind. */
export const FoundList = ({ found, text, onOpen }: FoundListProps) =>
  foundKinds.map((kind) => {
    const lines = found.filter((each) => each.kind === kind)
    return (
      lines.length > 0 && (
        <PaletteGroup key={kind} heading={kinds[kind].heading}>
          {lines.map((each) => (
            <FoundLine key={each.kind + each.title + each.page.id} found={each} text={text} onOpen={onOpen} />
          ))}
        </PaletteGroup>
      )
    )
  })

/** What was opened last, of any kind. */
export const RecentList = ({ found, onOpen }: Omit<FoundListProps, 'text'>) =>
  found.length > 0 && (
    <PaletteGroup heading="Opened last">
      {found.map((each) => (
        <FoundLine key={each.kind + each.title} found={each} text="" onOpen={onOpen} />
      ))}
    </PaletteGroup>
  )

const FoundLine = ({ found, text, onOpen }: Omit<FoundListProps, 'found'> & { found: Found }) => (
  <PaletteItem
    id={`${found.kind} ${found.title} ${found.page.id}`}
    icon={kinds[found.kind].icon}
    label={<Marked text={found.title} typed={text} />}
    detail={
      <>
        {found.matched && (
          <>
            <Marked text={found.matched} typed={text} />
            {' · '}
          </>
        )}
        <Marked text={found.detail} typed={text} />
      </>
    }
    onSelect={() => onOpen(found)}
  />
)

const Marked = ({ text, typed }: { text: string; typed: string }) => {
  let start = 0
  return markedParts(text, typed).map((part) => {
    const key = start
    start += part.text.length
    return part.isMarked ? (
      <mark key={key} className="rounded-[2px] bg-accent-tint text-info">
        {part.text}
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    )
  })
}
