/**
 * Second levels under which registries of countries take registrations: `co.uk` belongs to its registry, and what is
 * registered has a label before it. Only those that people register under; that a rarer one is nobody's shows when its
 * registry is asked.
 */
const secondLevels: Record<string, string> = {
  ae: 'ac co gov mil net org sch',
  ar: 'com edu gob gov int mil net org tur',
  at: 'ac co gv or',
  au: 'asn com edu gov id net org',
  bd: 'ac com edu gov mil net org',
  bo: 'com edu gob net org',
  br: 'adm adv app art blog com dev eco edu emp eng esp etc gov ind inf log med mil net org psi srv tec tur tv',
  co: 'com edu gov mil net nom org',
  cn: 'ac com edu gov net org',
  cr: 'ac co ed fi go or sa',
  cy: 'ac biz com ekloges gov ltd net org press pro tm',
  do: 'com edu gob gov net org web',
  ec: 'com edu fin gob gov info med net org pro',
  eg: 'com edu eun gov mil name net org sci',
  es: 'com edu gob nom org',
  fj: 'ac biz com gov info mil name net org pro',
  fr: 'asso com gouv nom prd tm',
  gh: 'com edu gov mil org',
  gr: 'com edu gov net org',
  gt: 'com edu gob ind mil net org',
  hk: 'com edu gov idv net org',
  hn: 'com edu gob mil net org',
  hu: 'co info org',
  id: 'ac biz co desa go mil my net or sch web',
  il: 'ac co gov idf k12 muni net org',
  in: 'ac co edu firm gen gov ind mil net nic org res',
  ir: 'ac co gov id net org sch',
  it: 'edu gov',
  jp: 'ac ad co ed go gr lg ne or',
  ke: 'ac co go info me mobi ne or sc',
  kr: 'ac co es go hs kg mil ms ne or pe re sc',
  kw: 'com edu emb gov ind net org',
  lb: 'com edu gov net org',
  lk: 'ac assn com edu gov grp hotel int ltd net ngo org sch soc web',
  ma: 'ac co gov net org press',
  mt: 'com edu net org',
  mx: 'com edu gob net org',
  my: 'com edu gov mil name net org',
  mz: 'ac adv co edu gov mil net org',
  ng: 'com edu gov mil mobi name net org sch',
  ni: 'ac biz co com edu gob in info int mil net nom org web',
  np: 'com coop edu gov info mil name net org',
  nz: 'ac co cri geek gen govt health iwi kiwi maori mil net org parliament school',
  om: 'co com edu gov med museum net org pro',
  pa: 'abo ac com edu gob ing med net nom org sld',
  pe: 'com edu gob mil net nom org',
  ph: 'com edu gov i mil net ngo org',
  pk: 'biz com edu fam gob gok gon gop gos gov info net org web',
  pl: 'biz com edu gov info net org',
  pt: 'com edu gov int net nome org publ',
  py: 'com coop edu gov mil net org una',
  qa: 'com edu gov mil name net org sch',
  ro: 'com firm info nom nt org rec store tm www',
  rs: 'ac co edu gov in org',
  ru: 'ac com edu gov int mil msk net org pp spb',
  rw: 'ac co coop gov mil net org',
  sa: 'com edu gov med net org pub sch',
  sg: 'com edu gov net org',
  sv: 'com edu gob org red',
  th: 'ac co go in mi net or',
  tn: 'com ens fin gov ind info intl mincom nat net org perso tourism',
  tr: 'av bbs bel biz com dr edu gen gov info k12 kep mil name net org pol tel tsk tv web',
  tw: 'club com ebiz edu game gov idv mil net org',
  tz: 'ac co go hotel info me mil mobi ne or sc tv',
  ua: 'com edu gov in kiev kyiv lviv net odessa org',
  ug: 'ac co com go ne or org sc',
  uk: 'ac co gov ltd me net nhs org plc police sch',
  uy: 'com edu gub mil net org',
  uz: 'co com net org',
  ve: 'co com edu gob info mil net org web',
  vn: 'ac biz com edu gov health id info int io name net org pro',
  ye: 'com edu gov mil net org',
  za: 'ac agric alt co edu gov grondar law mil net ngo nic nis nom org school tm web',
  zm: 'ac biz co com edu gov info mil net org sch',
  zw: 'ac co gov mil org',
}
const suffixes = new Set(
  Object.entries(secondLevels).flatMap(([country, levels]) =>
    levels.split(' ').map((level) => `${level}.${country}`),
  ),
)

/** Whether a name is an ending under which a registry takes registrations, not something anybody has registered. */
export const isPublicSuffix = (name: string): boolean => suffixes.has(name)

/** What was registered, of a name or one below it: `acme.co.uk` of `mail.acme.co.uk`. */
export function registrableOf(name: string): string {
  const labels = name.split('.')
  return labels.slice(isPublicSuffix(labels.slice(-2).join('.')) ? -3 : -2).join('.')
}
