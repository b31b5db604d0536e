import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { operatorPaths } from '#ui/console/operator-paths.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { saveFile } from '#ui/save-file.ts'
import { type ConsoleWorkItem, exportWork } from '../api/console-work.ts'

/** What the console itself has for a work item: the file to upload, or the page on which the work is done. */
export function WorkHelp({ item: { id, kind } }: { item: ConsoleWorkItem }) {
  const exporting = useStaffAction({
    mutationFn: () => callStaff(exportWork, { body: { id } }),
    onSuccess: ({ filename, csv }) => saveFile(filename, csv),
  })
  if (kind === 'tool_upload')
    return (
      <Button
        className="self-start"
        icon={<Download />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        Download the CSV with passwords
      </Button>
    )
  if (kind === 'tool_sign_in')
    return (
      <Link to={operatorPaths.workConnect} className={buttonClass('secondary', 'medium', 'self-start')}>
        Connect mailboxes
      </Link>
    )
  return null
}
