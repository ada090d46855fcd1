import { useApiQuery } from '../../api/queries.ts'
import { contract, type MemberReply } from '../../contract.ts'
import { ErrorNote } from '../../parts/notes/ErrorNote.tsx'
import { Section } from '../../parts/Section.tsx'
import { type RowAction, RowMenu } from '../../parts/tables/RowMenu.tsx'
import { Table } from '../../parts/tables/Table.tsx'
import { sharedTexts } from '../../parts/texts.ts'
import { Tag } from '../../parts/words/Tag.tsx'
import { Time } from '../../parts/words/Time.tsx'
import { Words } from '../../parts/words/Words.tsx'
import { useCan } from '../../session.ts'
import { otherRole } from './other-role.ts'
import { texts as allTexts } from './texts.ts'

const texts = allTexts.members

interface MembersProps {
  readonly onChangeRole: (member: MemberReply) => void
  readonly onRemove: (member: MemberReply) => void
}

export function Members({ onChangeRole, onRemove }: MembersProps) {
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.listMembers, {})
  const actionsOf = (member: MemberReply): readonly RowAction[] => [
    { label: texts.actions.changeRole(otherRole(member.role)), run: () => onChangeRole(member) },
    {
      label: member.you ? texts.actions.leave : texts.actions.remove,
      danger: true,
      run: () => onRemove(member),
    },
  ]
  return (
    <Section title={texts.title} lead={texts.lead}>
      {error && !data ? (
        <ErrorNote title={texts.loadFailed} error={error} retry={refetch} />
      ) : (
        <Table
          label={texts.title}
          rows={data?.members}
          rowKey={({ accountId }) => accountId}
          skeletonRows={2}
          columns={[
            {
              label: texts.columns.email,
              cell: ({ email, you }) => (
                <>
                  <Words text={email} /> {you && <Tag>{texts.you}</Tag>}
                </>
              ),
            },
            { label: texts.columns.role, short: true, cell: ({ role }) => allTexts.roles[role] },
            { label: texts.columns.joined, short: true, cell: ({ joinedAt }) => <Time at={joinedAt} /> },
            {
              label: texts.columns.lastSeen,
              short: true,
              cell: ({ lastSeenAt }) => <Time at={lastSeenAt} never={texts.neverSignedIn} />,
            },
            {
              label: sharedTexts.actions,
              menu: true,
              cell: (member) => <RowMenu subject={member.email} actions={can('changeRole') ? actionsOf(member) : []} />,
            },
          ]}
        />
      )}
    </Section>
  )
}
