// Reads what depends on lines: their ends, their indentation, the language of the key words, which the first line names, and
// the articles, which may come before any word.

#include "tree_sitter/parser.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

enum TokenType { NEWLINE, INDENT, DEDENT, SILENT, ENGLISH, ITALIAN, FRENCH, ONE_OF, COUNTED, EVERY, ERROR_SENTINEL };

#define LANGUAGES 3
#define DEEPEST 64
#define LONGEST 128

typedef struct {
  uint8_t language;
  uint8_t depth;
  uint8_t waiting;  // 1 if the indentation of a line is still to be compared
  uint16_t column;  // of that line
  uint16_t columns[DEEPEST];
} Scanner;

static const char *const *const silent[] = {silent_en, silent_it, silent_fr};
static const char *const *const elided[] = {elided_en, elided_it, elided_fr};
static const char *const *const counted[] = {counted_en, counted_it, counted_fr};
static const char *const *const continuing[] = {continuing_en, continuing_it, continuing_fr};
static const char *const *const one[] = {one_en, one_it, one_fr};
static const char *const *const every[] = {every_en, every_it, every_fr};
static const char *const *const plural_article[] = {plural_article_en, plural_article_it, plural_article_fr};
static const char *const *const all_cards[] = {all_cards_en, all_cards_it, all_cards_fr};
static const char *const *const of[] = {of_en, of_it, of_fr};

static bool is_letter(int32_t sign) {
  return (sign >= 'a' && sign <= 'z') || (sign >= 0xE0 && sign <= 0xFF && sign != 0xF7);
}

static bool is_word(int32_t sign) { return is_letter(sign) || (sign >= '0' && sign <= '9') || sign == '_'; }

static bool is_among(const char *word, const char *const *words) {
  for (; *words; words++) {
    if (strcmp(word, *words) == 0) return true;
  }
  return false;
}

// Read a word as UTF-8; a word that is too long is none.
static void read_word(TSLexer *lexer, char *word) {
  unsigned length = 0;
  for (; is_word(lexer->lookahead); lexer->advance(lexer, false)) {
    if (length + 3 > LONGEST) continue;
    if (lexer->lookahead < 0x80) {
      word[length++] = (char)lexer->lookahead;
    } else {
      word[length++] = (char)(0xC0 | (lexer->lookahead >> 6));
      word[length++] = (char)(0x80 | (lexer->lookahead & 0x3F));
    }
  }
  word[length] = 0;
}

static bool give(TSLexer *lexer, enum TokenType type) {
  lexer->result_symbol = type;
  return true;
}

static void pass_spaces(TSLexer *lexer) {
  while (lexer->lookahead == ' ' || lexer->lookahead == '\n') lexer->advance(lexer, false);
}

// Go to the end of a line.
static void pass_line(TSLexer *lexer) {
  while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, false);
}

// Go to the first line with words, past empty lines and comments. Return its column; `minus` if a sign was read there.
static unsigned first_column(TSLexer *lexer, bool *minus) {
  unsigned column = 0;
  *minus = false;
  while (!lexer->eof(lexer)) {
    if (lexer->lookahead == '\n' || lexer->lookahead == '\r') {
      column = 0;
      lexer->advance(lexer, false);
    } else if (lexer->lookahead == ' ' || lexer->lookahead == '\t') {
      column++;
      lexer->advance(lexer, false);
    } else if (lexer->lookahead == '-') {
      lexer->advance(lexer, false);
      if (lexer->lookahead != '-') {
        *minus = true;
        return column;
      }
      pass_line(lexer);
    } else {
      return column;
    }
  }
  return 0;
}

static bool begin(Scanner *scanner, TSLexer *lexer) {
  bool minus;
  lexer->mark_end(lexer);
  first_column(lexer, &minus);
  char line[LONGEST + 4];
  unsigned length = 0;
  for (; length + 3 < LONGEST && (is_letter(lexer->lookahead) || lexer->lookahead == ' '); lexer->advance(lexer, false)) {
    if (lexer->lookahead < 0x80) {
      line[length++] = (char)lexer->lookahead;
    } else {
      line[length++] = (char)(0xC0 | (lexer->lookahead >> 6));
      line[length++] = (char)(0x80 | (lexer->lookahead & 0x3F));
    }
  }
  while (length > 0 && line[length - 1] == ' ') length--;
  line[length] = 0;
  scanner->language = 0;
  for (unsigned at = 0; openings[at].line; at++) {
    if (strcmp(line, openings[at].line) == 0) scanner->language = (uint8_t)openings[at].language;
  }
  return give(lexer, (enum TokenType)(ENGLISH + scanner->language));
}

static bool indent(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  unsigned top = scanner->columns[scanner->depth];
  if (scanner->column > top && valid[INDENT] && scanner->depth + 1 < DEEPEST) {
    scanner->columns[++scanner->depth] = scanner->column;
    scanner->waiting = 0;
    return give(lexer, INDENT);
  }
  if (scanner->column < top && valid[DEDENT]) {
    scanner->depth--;
    if (scanner->column > scanner->columns[scanner->depth]) scanner->columns[scanner->depth] = scanner->column;
    scanner->waiting = scanner->column < scanner->columns[scanner->depth];
    return give(lexer, DEDENT);
  }
  return false;
}

static bool end_line(Scanner *scanner, TSLexer *lexer) {
  bool minus;
  lexer->advance(lexer, false);
  lexer->mark_end(lexer);
  unsigned column = first_column(lexer, &minus);
  if (minus || lexer->lookahead == '+' || lexer->lookahead == '*') return false;
  char word[LONGEST + 4];
  read_word(lexer, word);
  if (is_among(word, continuing[scanner->language])) return false;
  scanner->column = (uint16_t)column;
  scanner->waiting = 1;
  return give(lexer, NEWLINE);
}

static bool read_article(Scanner *scanner, TSLexer *lexer, const bool *valid) {
  char word[LONGEST + 4];
  unsigned language = scanner->language;
  read_word(lexer, word);
  lexer->mark_end(lexer);
  if ((lexer->lookahead == '\'' || lexer->lookahead == 0x2019) && is_among(word, elided[language])) {
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    return give(lexer, SILENT);
  }
  if (valid[EVERY] && is_among(word, every[language])) {
    char next[LONGEST + 4];
    pass_spaces(lexer);
    read_word(lexer, next);
    if (!is_among(next, plural_article[language])) return false;
    pass_spaces(lexer);
    read_word(lexer, next);
    return !is_among(next, all_cards[language]) && give(lexer, EVERY);
  }
  bool is_silent = is_among(word, silent[language]);
  if (valid[ONE_OF] && is_among(word, one[language])) {
    pass_spaces(lexer);
    char next[LONGEST + 4];
    read_word(lexer, next);
    if (is_among(next, of[language])) {
      lexer->mark_end(lexer);
      return give(lexer, ONE_OF);
    }
  }
  if (valid[COUNTED] && is_among(word, counted[language])) return give(lexer, COUNTED);
  return is_silent && give(lexer, SILENT);
}

void *tree_sitter_cartaro_external_scanner_create(void) { return calloc(1, sizeof(Scanner)); }

void tree_sitter_cartaro_external_scanner_destroy(void *payload) { free(payload); }

unsigned tree_sitter_cartaro_external_scanner_serialize(void *payload, char *buffer) {
  memcpy(buffer, payload, sizeof(Scanner));
  return sizeof(Scanner);
}

void tree_sitter_cartaro_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  memset(payload, 0, sizeof(Scanner));
  if (length == sizeof(Scanner)) memcpy(payload, buffer, length);
}

bool tree_sitter_cartaro_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Scanner *scanner = payload;
  bool recovers = valid[ERROR_SENTINEL];
  if (valid[ENGLISH] && !recovers) return begin(scanner, lexer);
  if (scanner->waiting && !recovers && indent(scanner, lexer, valid)) return true;
  for (;; lexer->advance(lexer, true)) {
    if (lexer->eof(lexer)) {
      scanner->column = 0;
      scanner->waiting = 1;
      if (valid[NEWLINE] && !recovers) return give(lexer, NEWLINE);
      return !recovers && indent(scanner, lexer, valid);
    }
    if (lexer->lookahead == '\n' && valid[NEWLINE] && !recovers) return end_line(scanner, lexer);
    if (lexer->lookahead != '\n' && lexer->lookahead != ' ' && lexer->lookahead != '\r' && lexer->lookahead != '\t') break;
  }
  return is_letter(lexer->lookahead) && valid[SILENT] && read_article(scanner, lexer, valid);
}
