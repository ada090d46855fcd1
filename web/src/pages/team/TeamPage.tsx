import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '../../api/queries.ts'
import { contract, type MemberReply } from '../../contract.ts'
import { ErrorNote } from '../../parts/ErrorNote.tsx'
import { Note } from '../../parts/Note.tsx'
import { Page } from '../../parts/Page.tsx'
import { RowMenu } from '../../parts/RowMenu.tsx'
import { Section } from '../../parts/Section.tsx'
import { Table } from '../../parts/Table.tsx'
import { Time } from '../../parts/Time.tsx'
import typography from '../../parts/typography.module.css'
import { useCan, useSession } from '../../session.ts'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'
import { TeamTabs } from './TeamTabs.tsx'

type Doing = { readonly what: 'invite' } | { readonly what: 'role' | 'remove'; readonly member: MemberReply }

export function TeamPage() {
  const { team, role } = useSession()
  const can = useCan()
  const { data, error, refetch } = useApiQuery(contract.listMembers, {})
  const [doing, setDoing] = useState<Doing>()
  const done = () => setDoing(undefined)
  return (
    <Page
      title="Team"
      lead={`${team.name}, on the ${team.plan === 'pro' ? 'Pro' : 'Free'} plan.`}
      action={can('createInvitation') && <Button onClick={() => setDoing({ what: 'invite' })}>Invite member</Button>}
    >
      <TeamTabs current="/team" />
      {role === 'member' && (
        <Note>You are a member: you see the team, and an owner invites, changes roles and removes.</Note>
      )}
      <Section title="Members" lead="Owners change things; members see them.">
        {error && !data ? (
          <ErrorNote title="The members cannot be shown" error={error} retry={refetch} />
        ) : (
          <Table
            label="Members"
            rows={data?.members}
            rowKey={({ accountId }) => accountId}
            skeletonRows={2}
            columns={[
              {
                label: 'Person',
                cell: ({ email, you }) => (
                  <span className={typography.breakWord}>
                    {email} {you && <span className="tag">You</span>}
                  </span>
                ),
              },
              { label: 'Role', cell: ({ role: theirs }) => (theirs === 'owner' ? 'Owner' : 'Member') },
              { label: 'Joined', cell: ({ joinedAt }) => <Time at={joinedAt} /> },
              { label: 'Last seen', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} never="Not signed in" /> },
              {
                label: 'Actions',
                menu: true,
                cell: (member) => (
                  <RowMenu
                    subject={member.email}
                    actions={
                      can('changeRole')
                        ? [
                            {
                              label: member.role === 'owner' ? 'Make a member…' : 'Make an owner…',
                              run: () => setDoing({ what: 'role', member }),
                            },
                            {
                              label: member.you ? 'Leave the team…' : 'Remove…',
                              danger: true,
                              run: () => setDoing({ what: 'remove', member }),
                            },
                          ]
                        : []
                    }
                  />
                ),
              },
            ]}
          />
        )}
      </Section>
      <Invitations onInvite={() => setDoing({ what: 'invite' })} />
      {doing?.what === 'invite' && <InviteDialog onClose={done} />}
      {doing?.what === 'role' && <ChangeRoleDialog member={doing.member} onClose={done} />}
      {doing?.what === 'remove' && <RemoveMemberDialog member={doing.member} onClose={done} />}
    </Page>
  )
}
