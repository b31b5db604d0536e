import type { ComponentProps, ReactNode } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { Input } from '#ui/input.tsx'
import { LabelledCell } from '#ui/labelled-cell.tsx'

interface CellProps {
  /** The column's title. */
  title: string
  /** What the row is: ".com", "Entra". */
  of: string
}

interface EntryCellProps extends CellProps {
  /** Where it stands in the list, which its problem is told by. */
  name: string
  value: string
  problem: string | undefined
  placeholder?: string
  onChange: (value: string) => void
}

/** An amount in dollars, to be changed. */
export const AmountCell = ({ title, of, ...entry }: EntryCellProps) => (
  <EntryCell
    title={title}
    {...entry}
    aria-label={`${of}: ${title.toLowerCase()} in US dollars`}
    inputMode="decimal"
    className="max-w-32 tabular-nums"
  />
)

/** What it is called, to be changed. */
export const NameCell = ({ title, of, ...entry }: EntryCellProps) => (
  <EntryCell title={title} {...entry} aria-label={`${of}: ${title.toLowerCase()}`} className="min-w-32" />
)

type TypedCellProps = Omit<EntryCellProps, 'of'> & Omit<ComponentProps<typeof Input>, 'onChange'>

function EntryCell({ title, name, problem, onChange, ...input }: TypedCellProps) {
  const problemId = `${name}-problem`
  return (
    <LabelledCell label={title}>
      <Input
        name={name}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem && problemId}
        autoComplete="off"
        {...input}
        onChange={({ target }) => onChange(target.value)}
      />
      {problem && (
        <span id={problemId} className="mt-1 block max-w-52 text-danger text-label">
          {problem}
        </span>
      )}
    </LabelledCell>
  )
}

interface SaleCellProps extends CellProps {
  onSale: boolean
  disabled: boolean
  onChange: (onSale: boolean) => void
}

/** Whether it is offered. */
export const SaleCell = ({ title, of, onSale, disabled, onChange }: SaleCellProps) => (
  <LabelledCell label={title}>
    <Checkbox
      aria-label={`${of} is on sale`}
      checked={onSale}
      disabled={disabled}
      onCheckedChange={onChange}
    />
  </LabelledCell>
)

/** A table of entries; the first title names the rows. */
export const EntryTable = ({
  label,
  titles,
  children,
}: {
  label: string
  titles: readonly string[]
  children: ReactNode
}) => (
  <table aria-label={label} className="block-table w-full text-left">
    <thead>
      <tr>
        {titles.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
