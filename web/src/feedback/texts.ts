export const texts = {
  useful: 'Useful',
  wrong: 'Wrong',
  about: (verdict: string, subject: string) => `${verdict}: ${subject}`,
  given: { useful: 'Marked as useful', wrong: 'Marked as wrong' },
  withdrawn: 'Verdict removed',
  addWord: 'Add a word',
  editWord: (word: string) => `“${word}”`,
  word: { useful: 'What helped? (optional)', wrong: 'What’s wrong? (optional)' },
  save: 'Save',
  cancel: 'Cancel',
  others: (verdict: string, by: string | null) => `${verdict}, says ${by ?? 'a former member'}`,
  othersMore: (first: string, more: number) => `${first} and ${more} more`,
}
