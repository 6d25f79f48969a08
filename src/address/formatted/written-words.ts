/** Words that are not written as a capital followed by small letters, by G-NAF's spelling. */
export const WRITTEN_WORDS: ReadonlyMap<string, string> = new Map(
  [
    // States, and other initialisms and acronyms.
    'ACT NSW NT QLD SA TAS VIC WA CBD RSL TAFE CSIRO RAAF HMAS YMCA YWCA PCYC SES MCG SCG QEII',
    // Post offices and mail centres, which have localities of their own: `CANBERRA BC`, `ALBURY MSC`.
    'BC CPA DC DF GPO MC MSC PO SE',
    // Initials that are written together: `RM WILLIAMS DRIVE`.
    'AIF ATC BTU CB FE GDT MAB MP OB QV RL RM',
    // Roman numerals of monarchs and regiments: see NUMERALS.
    'II III IV VI VII VIII IX',
    // Irish names, which G-NAF often writes without their apostrophe.
    'OBeirne OBrien OBriens OCallaghan OCallaghans OConnel OConnell OConnor OConnors ODea ODoherty ODonnell ODonoghue ODowd ODowds ODwyer OGrady OGradys OHalloran OHara OKeefe OKeefes OLeary OLoughlan OLoughlin OMalley OMara OMeara OMeehan OMeehans ONeil ONeill ONeills ONeils ORegan OReilly ORourke OShanassy OShanesy OShannassy OShannessy OShaughnessy OShea OSullivan OToole OTooles',
    // Scottish names in Mac that Australia writes with a second capital.
    'MacDonnell MacGillivray MacIntosh MacIntyre MacKillop MacKillops MacNamara MacPherson MacRobertson',
    // A name whose apostrophe is not followed by a capital: `K'GARI`.
    "K'gari",
    // Short words within names.
    'and at by de del der for in la of on or the to van von via',
  ]
    .flatMap((words) => words.split(' '))
    .map((word) => [word.toUpperCase(), word] as const),
);

/** Names of several words that are written otherwise than word by word. */
export const WRITTEN_NAMES: ReadonlyMap<string, string> = new Map([
  ['KU-RING-GAI', 'Ku-ring-gai'],
  ['KURING-GAI', 'Kuring-gai'],
]);

/** Short words that begin a name are written with a capital: `The Entrance`. */
export const CAPITAL_AT_FIRST: ReadonlySet<string> = new Set(
  'and at by de del der for in la of on or the to van von via'.split(' '),
);

/**
 * Numerals follow a name, or are the name where they begin it: `QUEEN ELIZABETH II AVENUE`, `VI
 * COURT`.
 */
export const NUMERALS: ReadonlySet<string> = new Set('II III IV VI VII VIII IX'.split(' '));
