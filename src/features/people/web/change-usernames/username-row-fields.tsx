import type { Platform } from '#features/plans/rules/catalog.ts'
import { platformContents } from '#features/plans/rules/catalog.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Input } from '#ui/input.tsx'
import { fullName, personNameMaxLength } from '../../rules/person-name.ts'
import { renameProblem, type UsernameRow } from '../../rules/username-changes.ts'
import type { PersonShare } from '../../rules/username-update.ts'

interface UsernameRowFieldsProps {
  row: UsernameRow
  rows: readonly UsernameRow[]
  /** What the person will have; absent for those who are removed. */
  share: PersonShare | undefined
  platforms: readonly Platform[]
  onRename: (typed: Partial<Pick<UsernameRow, 'newFirstName' | 'newLastName'>>) => void
  onDelete: () => void
  onRestore: () => void
}

/** A person: to be renamed, removed, or left alone. On phones the cells stand below each other. */
export function UsernameRowFields({
  row,
  rows,
  share,
  platforms,
  onRename,
  onDelete,
  onRestore,
}: UsernameRowFieldsProps) {
  const name = fullName(row)
  return (
    <tr className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-2 max-sm:py-2 sm:align-top">
      <th
        scope="row"
        className="py-2 pr-3 text-left font-normal max-sm:col-span-2 max-sm:py-1 sm:w-1/4 sm:min-w-28"
      >
        <span className="flex min-h-control-small items-center gap-2">
          <span className={cx('min-w-0 break-words', row.isDeleted && 'text-muted line-through')}>
            {name}
          </span>
          {row.isReplacement && <Badge tone="info">New</Badge>}
          {row.isDeleted && <Badge>Removed</Badge>}
        </span>
      </th>
      {row.isDeleted || row.isReplacement ? (
        <td colSpan={2} className="py-2 pr-3 max-sm:hidden" />
      ) : (
        <NewNameCells row={row} rows={rows} onRename={onRename} />
      )}
      <td className="py-2 pr-3 text-muted text-secondary tabular-nums sm:whitespace-nowrap sm:text-right">
        <span className="flex min-h-control-small items-center sm:justify-end">
          {share
            ? platforms.map((platform) => `${share[platform]} ${platformContents[platform].name}`).join(' + ')
            : '—'}
        </span>
      </td>
      <td className="py-2 text-right">
        {row.isDeleted ? (
          <Button size="small" aria-label={`Restore ${name}`} onClick={onRestore}>
            Restore
          </Button>
        ) : (
          <Button size="small" variant="quiet" aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        )}
      </td>
    </tr>
  )
}

/** The cells in which a person gets another name. */
function NewNameCells({ row, rows, onRename }: Pick<UsernameRowFieldsProps, 'row' | 'rows' | 'onRename'>) {
  const name = fullName(row)
  const problem = renameProblem(rows, row.id)
  const errorId = `${row.id}-problem`
  const input = (field: 'newFirstName' | 'newLastName', label: string) => (
    <Input
      aria-label={`${label} for ${name}`}
      value={row[field]}
      placeholder={field === 'newFirstName' ? row.firstName : row.lastName}
      maxLength={2 * personNameMaxLength}
      autoComplete="off"
      aria-invalid={Boolean(problem) || undefined}
      aria-describedby={problem ? errorId : undefined}
      onChange={(event) => onRename({ [field]: event.target.value })}
    />
  )
  return (
    <>
      <td className="py-1.5 pr-3 max-sm:pr-0 sm:w-1/4">
        {input('newFirstName', 'New first name')}
        {problem && (
          // Below both names: it is about the two together.
          <p id={errorId} role="alert" className="mt-1 w-[200%] text-danger text-label">
            {problem.message}
          </p>
        )}
      </td>
      <td className="py-1.5 pr-3 max-sm:pr-0 sm:w-1/4">{input('newLastName', 'New last name')}</td>
    </>
  )
}
