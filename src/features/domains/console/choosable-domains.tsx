import type { RowSelectionState } from '@tanstack/react-table'
import { type ReactNode, useState } from 'react'
import { mayStaff } from '#base/access.ts'
import { countOf } from '#base/text/count-of.ts'
import { Button } from '#ui/button.tsx'
import { domainPath } from '#ui/console/operator-paths.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import { ConsoleTable } from '#ui/console/table/console-table.tsx'
import type { MoreRows } from '#ui/console/table/use-visible-rows.ts'
import { type ConsoleDomain, domainsPerAct } from '../api/console-domains.ts'
import { domainColumns } from './domain-columns.tsx'

interface ChoosableDomainsProps {
  label: string
  rows: readonly ConsoleDomain[]
  more: MoreRows
  /** The buttons for those that are chosen; each is unavailable for this reason. */
  acts: (unavailable: string | false) => ReactNode
  /** The dialogs that the buttons open, of those that are chosen. */
  dialogs: (ids: string[], chooseNone: () => void) => ReactNode
}

/** A list of domains; who may mend domains chooses several and acts on them together. */
export function ChoosableDomains({ label, rows, more, acts, dialogs }: ChoosableDomainsProps) {
  const { role } = useStaff()
  const [selected, setSelected] = useState<RowSelectionState>({})
  const chooseNone = () => setSelected({})
  const ids = rows.filter(({ id }) => selected[id]).map(({ id }) => id)
  return (
    <>
      {ids.length > 0 && (
        <div className="sticky top-under-bar z-10 flex flex-wrap items-center gap-2 border-line border-b bg-surface px-5 py-2">
          <p role="status" className="mr-auto font-medium text-secondary">
            {countOf(ids.length, 'domain')} chosen
          </p>
          {acts(ids.length > domainsPerAct && `Please choose at most ${domainsPerAct} domains at a time.`)}
          <Button size="small" variant="quiet" onClick={chooseNone}>
            Choose none
          </Button>
        </div>
      )}
      <ConsoleTable
        label={label}
        rows={rows}
        keyOf={({ id }) => id}
        columns={domainColumns}
        hrefOf={({ id }) => domainPath(id)}
        more={more}
        {...(mayStaff(role, 'domains.manage') && {
          selection: {
            selected,
            onChange: setSelected,
            nameOf: (key: string) => rows.find(({ id }) => id === key)?.name ?? key,
          },
        })}
      />
      {dialogs(ids, chooseNone)}
    </>
  )
}
