import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfMarketplace } from '../companies/index.ts'
import { employerInTitle, isForClient, isOfSomebodyElse, isOwnStaff, isTitleForClient } from './for-clients.ts'

test('a sentence about a client that is hiring makes a job one for a client, in eight languages', () => {
  for (const sentence of [
    'Our client is looking for an Account Executive.',
    'Our client, a leading logistics company in Hamburg, is hiring a cook.',
    'We are recruiting on behalf of our client.',
    'For our client we are looking for a nurse.',
    'Für unseren Kunden, einen Hersteller von Pumpen, suchen wir einen Buchhalter.',
    'Unser Mandant sucht zum nächstmöglichen Zeitpunkt Verstärkung.',
    'Im Auftrag unseres Kunden besetzen wir diese Stelle.',
    'Notre client, acteur de la logistique, recherche un comptable.',
    'Nous recrutons pour notre client un chef de projet.',
    'Nuestro cliente busca un contable.',
    'Voor onze opdrachtgever zijn wij op zoek naar een monteur.',
    'Nosso cliente procura um analista.',
    'Per azienda cliente ricerchiamo un magazziniere.',
    'Nasz klient poszukuje księgowej.',
    'Our client offers a bonus and a car.',
    'Our client is an established brewery.',
    'Nuestro cliente es una empresa de logística.',
    'O nosso cliente oferece um seguro de saúde.',
    'You will be employed directly by our client.',
    'We have been retained by our client to fill this role.',
    'Nous sommes une agence d’intérim.',
    'Somos una empresa de trabajo temporal.',
    'We supply registered nurses to private hospitals.',
    'Acme acts as an employment agency for permanent jobs.',
    'A Boston-based client of ours needs a country manager.',
    'My client is a brewery.',
    'Our client has retained us to find their next CFO.',
    'We are recruiting a planner for a well-known food producer.',
    'Im Kundenauftrag suchen wir einen Monteur.',
    'Für ein mittelständisches Unternehmen suchen wir einen Buchhalter.',
    'Die Stelle besetzen wir in Direktvermittlung.',
    'Die Übernahme durch den Kundenbetrieb ist möglich.',
    'Nous recherchons pour l’un de nos partenaires un chef de rang.',
    'Acme recrute pour son client un comptable.',
    'Contrato indefinido directamente con la empresa cliente.',
    'Seleccionamos para una importante multinacional un jefe de planta.',
    'Voor een van onze relaties zijn wij op zoek naar een planner.',
    'Nosso cliente, do setor químico, contrata analista fiscal.',
  ]) {
    assert.ok(isForClient(sentence), sentence)
  }
})

test('agencies say how they search, place and pay, without mentioning a client', () => {
  for (const sentence of [
    'We are recruiting on behalf of a global leader in packaging.',
    "We're working with a Series B startup to hire their first data engineer.",
    'This is a retained search for a Chief Technology Officer.',
    'Only candidates shortlisted by our consultants are contacted.',
    'We specialise in placing accountants with practices.',
    'Weekly pay, PAYE or umbrella.',
    'Im Auftrag eines mittelständischen Maschinenbauers suchen wir einen Konstrukteur.',
    'Wir suchen für ein Unternehmen der Lebensmittelbranche einen Buchhalter.',
    'Ihr Einsatz erfolgt bei einem namhaften Unternehmen.',
    'Rejoignez notre vivier d’intérimaires.',
    'Empresa cliente del sector farmacéutico precisa incorporar un técnico.',
    'Contrato inicial a través de ETT.',
    'Je gaat werken bij onze opdrachtgever.',
    'Contratto in somministrazione con possibilità di assunzione.',
  ]) {
    assert.ok(isForClient(sentence), sentence)
  }
})

test('work for clients isn’t a search for one: consultancies and ordinary employers', () => {
  for (const sentence of [
    'Our client success team is looking for a manager.',
    'Wir suchen für unser Unternehmen in Köln einen Einkäufer.',
    'Wir vermitteln Ihnen das nötige Wissen.',
    'You negotiate on behalf of our brands.',
    'Your application goes straight to our hiring manager.',
    'You advise our clients on their strategy.',
    'You build dashboards for our client in the energy sector.',
    'We are looking for a consultant who supports our clients.',
    'Du berätst unsere Kunden und begleitest Projekte.',
    'Wir suchen einen Berater, der unsere Kunden betreut.',
    'Vous accompagnez nos clients dans leurs projets.',
    'Our clients love the product.',
    'You make sure that our client is an advocate of the product.',
    'You negotiate the contract with the client.',
    'Assunzione tramite agenzia per il lavoro.',
    'Contrato inicial con una empresa de trabajo temporal.',
    'You work with agencies and temporary staff.',
    'Bewerbungen von Personaldienstleistern werden nicht berücksichtigt.',
    'We do not accept unsolicited CVs from recruitment agencies.',
    'You look after campaigns for a well-known food producer.',
    'Experience with client libraries is required.',
  ]) {
    assert.ok(!isForClient(sentence), sentence)
  }
})

test('one client in a title is enough', () => {
  assert.ok(isTitleForClient('Buchhalter (m/w/d) für unseren Kunden in Ulm'))
  assert.ok(isTitleForClient('Account Manager for our client'))
  assert.ok(isTitleForClient('Account Manager for one of our clients'))
  assert.ok(!isTitleForClient('Client Partner'))
  assert.ok(!isTitleForClient('Engineer for a client-facing team'))
  assert.ok(!isTitleForClient('Lead for our Client Success team'))
  assert.ok(!isTitleForClient('Customer Success Manager for our Clients'))
})

test('a title can name the employer', () => {
  assert.equal(employerInTitle('Cook at Globex'), 'Globex')
  assert.equal(employerInTitle('Koch bei Müller & Söhne'), 'Müller & Söhne')
  assert.equal(employerInTitle('Machine Learning at scale'), undefined)
  assert.equal(employerInTitle('Cook'), undefined)
})

test('a sentence of a marketplace shows that a job is another employer’s, in eight languages', () => {
  for (const sentence of [
    'Deliver when you want and cash out daily.',
    'Pick the shifts that suit you in the app and get paid the next day.',
    'Create your profile and let parents find you.',
    'Your application is forwarded to the employer.',
    'Deine Bewerbung wird direkt an den Arbeitgeber weitergeleitet.',
    'Créez votre profil et recevez des demandes de clients.',
    'Je sollicitatie wordt doorgestuurd naar de werkgever.',
    'La tua candidatura sarà inoltrata all’azienda.',
    'Be your own boss and drive when you like.',
    'You are self-employed and invoice once a week.',
    'Set your own prices and keep 85% of what you earn.',
    'Set your own hours and prices.',
    'You stay self-employed.',
    'Join 4,000 plumbers on our platform.',
    'Als Lehrkraft bestimmst du Preise und Zeiten selbst.',
    'Hazte autónomo con nosotros.',
    'Hear back from the employer within three days.',
    'Sign up as a courier in five minutes.',
    'Apply directly with the employer.',
    'You will work at one of our partner companies.',
    'Apply at our partner companies.',
    'This vacancy was posted on behalf of an employer.',
    'You find clients through our platform.',
    'Sei dein eigener Chef.',
    'Du bestimmst deinen Stundensatz selbst.',
    'Die Stelle ist bei einem unserer Partnerunternehmen.',
    'Bewirb dich direkt beim Arbeitgeber.',
    'Devenez votre propre patron.',
    'Le poste est dans une de nos entreprises partenaires.',
    'Sé tu propio jefe.',
    'Trabajarás en una de nuestras empresas colaboradoras.',
    'Word je eigen baas.',
    'Je gaat aan de slag bij een van onze partnerbedrijven.',
    'Diventa il capo di te stesso.',
    'Lavorerai presso una delle nostre aziende partner.',
    'Seja o seu próprio chefe.',
    'Você vai trabalhar em uma das nossas empresas parceiras.',
    'Zostań swoim własnym szefem.',
    'Pracujesz w jednej z naszych firm partnerskich.',
  ]) {
    assert.ok(isOfSomebodyElse(sentence), sentence)
    assert.ok(isOfMarketplace(sentence), sentence)
  }
})

test('a company that runs a marketplace, pays couriers or has partners hires for itself', () => {
  for (const sentence of [
    'Thousands of companies find freelancers on our platform.',
    'Drivers set their own hours and are paid per ride.',
    'Our marketplace takes a commission on every booking.',
    'Landlords set their own prices on our platform.',
    'Join us as a driver: permanent contract, 30 days of holiday.',
    'You will be engaged as an independent contractor.',
    'You own your projects and set your own hours.',
    'You work closely with our partner companies.',
    'You build the platform on which tutors meet their students.',
    'Wir suchen einen selbstständig arbeitenden Buchhalter.',
    'Du arbeitest selbstständig und eigenverantwortlich.',
    'Du betreust unsere Partnerunternehmen.',
    'Vous êtes autonome et rigoureux.',
    'Eres una persona autónoma.',
    'Je werkt zelfstandig.',
    'Sei autonomo e preciso.',
    'Pracujesz samodzielnie.',
  ]) {
    assert.ok(!isOfSomebodyElse(sentence), sentence)
  }
})

test('a consultancy employs the people who work at its clients', () => {
  for (const sentence of [
    'You are employed by Quanta, with all benefits.',
    'As a Meridian employee you have a permanent contract.',
    'We are a team of 25 data scientists.',
    'Wir stellen dich unbefristet ein.',
    'Vous rejoignez Valtique en CDI.',
    'Nous comptons 120 consultants.',
    'Contrato indefinido con Arco desde el primer día.',
  ]) {
    assert.ok(isOwnStaff(sentence), sentence)
  }
  for (const sentence of [
    'You are employed by our client.',
    'We are a recruitment consultancy.',
    'Cabinet de conseil en recrutement.',
  ])
    assert.ok(!isOwnStaff(sentence), sentence)
})

test('a recruiter who speaks for a client, or searches for "a company", hires for another employer', () => {
  for (const sentence of [
    'My client is scaling its finance team.',
    'Notre client, une ETI de la plasturgie, renforce ses équipes.',
    'Unser Mandant, ein Zulieferer aus Ulm, wächst.',
    'I am working with a fintech in Dublin who need a compliance lead.',
    'Voor een productiebedrijf in Venlo zoeken wij drie operators.',
    'Für einen Hersteller von Pumpen suchen wir einen Einkäufer.',
    'Nous recherchons pour une entreprise du bâtiment un chef de chantier.',
    'You accrue holiday through our agency.',
    'Your assignment starts on Monday, and signed timesheets are due on Friday; refer a friend.',
  ]) {
    assert.ok(isForClient(sentence), sentence)
  }
  for (const sentence of [
    'You have sold software for a manufacturer before, and we are looking for a leader.',
    'Wir suchen jemanden, der schon für einen Hersteller gearbeitet hat.',
    'Für eine Elternzeitvertretung suchen wir eine Sachbearbeiterin.',
    'We are looking for somebody with experience at a start-up.',
    'You join the client for a workshop, and the client decides.',
    'You represent the client before the tax office.',
  ]) {
    assert.ok(!isForClient(sentence), sentence)
  }
})
