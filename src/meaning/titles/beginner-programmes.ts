// People who run a programme for beginners aren't beginners: managers of internships, tutors of apprentices. Their
// titles have the words of both, so the whole phrase decides. "Trainee Manager" and "Marketing Manager Internship" are
// beginners.

/** By language, without case and accents. */
const RUNS_PROGRAMME = [
  /\b(?:internships?|apprenticeships?|traineeships?|scholarships?|early careers?) (?:(?:program(?:me)?s?|scheme|recruitment|training) )?(?:manager|coordinator|co ordinator|director|lead|officer|administrator|supervisor|advisor|adviser|assessor|tutor|coach|recruiter|partner)\b/,
  /\b(?:interns?|apprentices?|trainees?|graduates?|working students?|co op) (?:program(?:me)?s?|scheme|recruitment) (?:manager|coordinator|co ordinator|director|lead|officer|administrator)\b/,
  /\b(?:manager|head|director|lead|coordinator|supervisor|tutor|mentor|trainer) (?:of|for) (?:the |our )?(?:internships?|interns|apprenticeships?|apprentices|traineeships?|trainees|graduates|working students|(?:intern|apprentice|trainee|graduate) (?:program(?:me)?s?|scheme|recruitment))\b/,
  /\b(?:leiter|leiterin|leitung|koordinator|koordinatorin|koordination|referent|referentin|betreuer|betreuerin|betreuung|ausbilder|ausbilderin|mentor)(?: in)? (?:(?:der|die|das|des|fur|von|im|bereich) ){0,3}(?:ausbildung|praktika|praktikum|praktikanten|auszubildende|azubis|duales studium|traineeprogramme?|werkstudenten)\b/,
  /\b(?:responsable|chargee?|coordinateur|coordinatrice|tuteur|tutrice|gestionnaire|maitre|encadrante?|referente?)(?: e)? (?:de|des|de l|d) (?:(?:gestion|suivi|programme) (?:de|des|de l|d) )?(?:stages?|stagiaires|alternances?|alternants|apprentis|apprentissage)\b/,
  /\b(?:responsable|coordinadora?|tutora?|gestora?|encargad[oa]|jef[ea]|directora?) (?:de|del) (?:(?:programas?|gestion) de )?(?:practicas|becas|becarios|pasantias|pasantes|aprendices)\b/,
  /\b(?:responsavel|coordenadora?|tutora?|gestora?|supervisora?) (?:de|do|da|dos|pelos?) (?:programa (?:de|do) )?(?:estagios?|estagiarios|aprendizes|jovem aprendiz)\b/,
  /\b(?:responsabile|coordinatore|coordinatrice|tutor|referente) (?:(?:di|del|dei|degli|ai|agli|per|i|gli|gestione) ){0,3}(?:stage|stagisti|tirocinio|tirocini|tirocinanti|apprendisti|apprendistato)\b/,
  /\b(?:coordinator|begeleider|manager|verantwoordelijke|hoofd) (?:(?:van|voor|de) ){0,2}(?:stages|stageplaatsen|stagiairs|traineeships?)\b/,
  /\b(?:koordynator|koordynatorka|opiekun|opiekunka|kierownik|kierowniczka) (?:(?:ds|do|spraw|programu|programow) ){0,3}(?:stazu|stazy|stazystow|stazowych|stazowego|praktyk|praktyki|praktykantow)\b/,
]

export function runsBeginnerProgramme(words: readonly string[]): boolean {
  const text = words.join(' ')
  return RUNS_PROGRAMME.some((pattern) => pattern.test(text))
}
