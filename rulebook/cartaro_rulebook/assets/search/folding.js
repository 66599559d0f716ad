// The search of a language.  It replaces the scores of the theme's index, and uses that index only for the places of words, which
// the theme marks.
//
// Each word of a query is searched for by itself, without accents.  It finds words with the same stem, its synonyms, words that
// begin with it if it is the last, and, if few pieces have it, words that differ by a letter or two.  A rare word counts more than a
// common one, a short piece more than a long one, and words that are next to each other more if they are so in the piece.  Words
// with which questions begin count only if there are no others.  Each section of a guide has words that lead to it (*who deals* to the deal).
//
// The name of a game selects its pages, and counts little in them as a word: in *passing cards hearts*, every page of Hearts has
// hearts.  It selects less in a phrase of the texts, such as the queen of spades.
(function () {
  var STEM = 0.95, SYNONYM = 0.65, BEGINNING = 0.6, NEAR = 0.7, FEW = 3, LONG = 8;
  var TITLE = 0.6, LEADS = 0.6, PHRASES = 1.6, ASKED = 0.6, INSIDE = 0.5, PHRASE = 0.5, MOST = 1.5, NAMED = 3, AS_WORD = 0.25, ON_PAGE = 0.4, HALF = 0.5, CLOSE = 1, LEAST = 0.5, WITHIN = 3, LONGER = 0.25, LONGEST = 1.25;
  var FIRST = 1.1, AROUND = 0.3, OWN = 0.8;
  // The theme multiplies scores by up to five, for pages and for hits with every word: the power makes this negligible.
  var PAGE = 0.2, SOURCE = 0.4, HEADING = 0.5, ELSEWHERE = 0.6, PROOFS = 0.6, AIM = 0.8, CLAUSE = 0.9, SPREAD = 16, ALSO = 0.7;
  var synonymsOf = {};
  var askingIn = {};
  var leadingIn = {};
  var code = "", pieces = [], games = {}, vocabulary = {}, stems = {}, average = 1, ready = false;

  var fold = function (text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/œ/g, "oe").replace(/æ/g, "ae").toLowerCase();
  };
  var wordsOf = function (text) { return fold(text.replace(/<[^>]*>|&#?\w+;/g, " ")).match(/[^\W_]+/g) || []; };
  var token = function (each) { return each.update(fold); };
  var run = lunr.Pipeline.prototype.run;
  lunr.Pipeline.prototype.run = function (tokens) { return run.call(this, tokens.map(token)).map(token); };
  var stemmed = {};
  var stem = function (word) {
    if (!Object.hasOwn(stemmed, word)) {
      var stemmer = code === "en" ? lunr.stemmer : (lunr[code] || {}).stemmer;
      stemmed[word] = stemmer ? String(stemmer(new lunr.Token(word, {}))) : word;
    }
    return stemmed[word];
  };
  // Whether a word is another one with at most so many letters added, left out, changed, or exchanged with the next.
  var isNear = function (one, other, most) {
    if (Math.abs(one.length - other.length) > most) return false;
    var before = [], row = Array.from({ length: other.length + 1 }, function (_, at) { return at; });
    for (var i = 1; i <= one.length; i++) {
      var next = [i];
      for (var j = 1; j <= other.length; j++) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      before = row;
      row = next;
    }
    return row[other.length] <= most;
  };
  var slips = function (word) { return word.length < 4 ? 0 : word.length < LONG ? 1 : 2; };

  addEventListener("message", function (event) {
    var set = event.data && event.data.type === 0 && event.data.data;
    if (!set) return;
    code = set.config.lang[0];
    pieces = [];
    games = {};
    ready = false;
    set.docs.forEach(function (section) {
      var parts = section.location.split("#"), anchor = parts[1] || "", game = parts[0].replace(/(-rules|-proofs)?\.html$/, "");
      var rank = Math.pow(section.boost || 1, PAGE);
      if (/^source-/.test(anchor)) rank *= SOURCE;
      if (anchor === "elsewhere") rank *= ELSEWHERE;
      if (/-proofs\.html$/.test(parts[0])) rank *= PROOFS;
      if (/^c-/.test(anchor)) rank *= CLAUSE; // a player reads the guide first
      if (/^t-aim/.test(anchor)) rank *= AIM; // it names what the sections explain
      if (!section.text && (anchor || game + ".html" !== parts[0])) rank *= HEADING;
      var known = { ref: section.location, game: game, anchor: anchor, rank: rank, title: wordsOf(section.title), text: wordsOf(section.text) };
      known.inside = anchor.split("-").length > 2;
      known.section = game + "#" + anchor.split("-").slice(0, 2).join("-");
      pieces.push(known);
      if (/^t-/.test(anchor)) (games[game] = games[game] || { names: [] }).played = true;
      if (!anchor && parts[0] === game + ".html") {
        var also = section.text.replace(/<[^>]*>/g, " ").split(",");
        (games[game] = games[game] || { names: [] }).names = [section.title.replace(/\(.*\)/, "")].concat(also).map(wordsOf).filter(function (name) { return name.length; });
      }
    });
  });
  // The words of all pieces: for each, the pieces that have it, in the title, in the text, or as a word that leads there.
  var prepare = function () {
    var leading = leadingIn[code] || {}, add = function (word, at, field) {
      var found = Object.hasOwn(vocabulary, word) ? vocabulary[word] : (vocabulary[word] = new Map());
      var counts = found.get(at) || [0, 0, 0];
      counts[field]++;
      found.set(at, counts);
    };
    vocabulary = {};
    stems = {};
    stemmed = {};
    var long = 0, guided = 0;
    pieces.forEach(function (piece, at) {
      piece.title.forEach(function (word) { add(word, at, 0); });
      piece.text.forEach(function (word) { add(word, at, 1); });
      (leading[piece.anchor.split("-")[1]] || []).forEach(function (word) { if (/^t-/.test(piece.anchor)) add(word, at, 2); });
      if (/^t-/.test(piece.anchor)) { long += piece.text.length; guided++; }
    });
    average = guided ? long / guided : 30;
    Object.keys(vocabulary).forEach(function (word) { (stems[stem(word)] = stems[stem(word)] || []).push(word); });
    ready = true;
  };
  // The words that are found for a word, each with the strength of the match.
  var matching = function (word, last) {
    var found = {}, add = function (other, strength) {
      if (Object.hasOwn(vocabulary, other) && !(found[other] >= strength)) found[other] = strength;
    };
    var alike = function (other, strength) { (Object.hasOwn(stems, stem(other)) ? stems[stem(other)] : []).forEach(function (one) { add(one, strength); }); };
    add(word, 1);
    alike(word, STEM);
    var known = Object.keys(found).reduce(function (sum, one) { return sum + vocabulary[one].size; }, 0);
    (synonymsOf[code] || []).forEach(function (some) {
      if (!some.some(function (one) { return one === word || stem(one) === stem(word); })) return;
      some.forEach(function (one) { add(one, SYNONYM); alike(one, SYNONYM * STEM); });
    });
    var begins = last && word.length > 2, most = slips(word);
    if (begins || known < FEW) {
      Object.keys(vocabulary).forEach(function (other) {
        if (begins && other.indexOf(word) === 0) add(other, BEGINNING);
        if (known < FEW && most && other.length > 2 && isNear(word, other, most)) add(other, isNear(word, other, 1) ? NEAR : NEAR * NEAR);
      });
    }
    return found;
  };
  var same = function (one, other) {
    return one === other || other.length > 3 && stem(one) === stem(other)
      || (synonymsOf[code] || []).some(function (some) { return /\d/.test(one + other) && some.indexOf(one) >= 0 && some.indexOf(other) >= 0; })
      || !Object.hasOwn(vocabulary, one) && Math.min(one.length, other.length) > 4 && isNear(one, other, slips(one) ? 1 : 0);
  };
  // The words of a query that end a phrase of the texts that is joined by a word such as *of*.
  var inPhrases = function (words, asking) {
    return words.filter(function (word, at) {
      if (at < 2 || asking.indexOf(words[at - 1]) < 0 || asking.indexOf(words[at - 2]) >= 0) return false;
      var phrase = " " + words.slice(at - 2, at + 1).join(" ") + " ";
      return pieces.some(function (piece) { return (" " + piece.text.join(" ") + " ").indexOf(phrase) >= 0; });
    });
  };
  // Up to three words that follow each other.
  var partsOf = function (words) {
    var found = [];
    words.forEach(function (_, at) {
      for (var end = at + 1; end <= Math.min(words.length, at + 3); end++) found.push(words.slice(at, end));
    });
    return found;
  };
  // Whether nearly all pieces that have a word are of one game: *gin* names Gin rummy.
  var isOwn = function (word, game) {
    if (!Object.hasOwn(vocabulary, word)) return false;
    var all = 0, its = 0;
    vocabulary[word].forEach(function (counts, n) {
      if (!(counts[0] + counts[1]) || !games[pieces[n].game]) return;
      all++;
      if (games[pieces[n].game] === game) its++;
    });
    return its > OWN * all;
  };
  // Whether the guides of other games have a word, but not that of this game: *knock* in Knock Euchre.
  var isElsewhere = function (word, game) {
    if (!Object.hasOwn(vocabulary, word)) return false;
    var others = false, its = false;
    vocabulary[word].forEach(function (counts, n) {
      if (!counts[1] || !/^t-/.test(pieces[n].anchor)) return;
      if (games[pieces[n].game] === game) its = true;
      else others = true;
    });
    return others && !its;
  };
  // How much of a game's name a query has, at most 1, and the words of the query that are the name.
  var nameIn = function (game, words) {
    var best = { share: 0, words: [] };
    game.names.forEach(function (name) {
      var used = [], own = false;
      var had = name.filter(function (part) {
        var found = name.length > 1 && isElsewhere(part, game) ? [] : words.filter(function (word) { return same(word, part); });
        used = used.concat(found);
        own = own || found.length > 0 && isOwn(part, game);
        return found.length;
      });
      var share = own ? 1 : had.length / name.length;
      // Words that one writes together and the other apart: *texas holdem*.
      partsOf(words).forEach(function (some) {
        partsOf(name).forEach(function (part) {
          var together = some.join("");
          if (part.length === some.length || together.length < 5 || part.join("") !== together) return;
          if (share < part.length / name.length) {
            share = part.length / name.length;
            used = some;
          }
        });
      });
      if (share > best.share || share === best.share && used.length > best.words.length) best = { share: share, words: used };
    });
    return best.share >= HALF ? best : { share: 0, words: [] };
  };
  // What pairs of words that are neighbours in a query add if they are near each other in a piece.
  var nearby = function (piece, forms, weights) {
    var before = [], sum = 0;
    forms.forEach(function (some, at) {
      var places = [], most = 0;
      piece.text.forEach(function (word, n) {
        var strength = Object.hasOwn(some, word) ? some[word] : 0;
        if (strength < LEAST) return;
        before.forEach(function (place) {
          var apart = Math.abs(place[0] - n);
          if (apart && apart <= WITHIN) most = Math.max(most, place[1] * strength);
        });
        places.push([n, strength]);
      });
      if (at) sum += most * Math.min(weights[at], weights[at - 1]);
      before = places;
    });
    return sum;
  };
  // The words of a query that lead to a section only together: *how many cards*, written with low lines between them.  A longer
  // phrase replaces those inside it: *with how many cards* asks for the pack.
  var phrasesOf = function (written) {
    var found = [];
    written.forEach(function (_, at) {
      for (var end = at + 2; end <= Math.min(written.length, at + 3); end++) {
        var phrase = written.slice(at, end).join("_");
        if (Object.hasOwn(vocabulary, phrase)) found.push(phrase);
      }
    });
    return found.filter(function (phrase) {
      return !found.some(function (other) { return other !== phrase && ("_" + other + "_").indexOf("_" + phrase + "_") >= 0; });
    });
  };
  // The first piece of each game's guide, after its aim, that has a word: it explains the word more often than others.
  var firstWith = function (forms) {
    var first = {};
    Object.keys(forms).forEach(function (form) {
      if (forms[form] < STEM) return;
      vocabulary[form].forEach(function (counts, n) {
        var piece = pieces[n];
        if (!counts[1] || !/^t-/.test(piece.anchor) || /^t-aim/.test(piece.anchor)) return;
        if (!(first[piece.game] <= n)) first[piece.game] = n;
      });
    });
    return first;
  };
  // The theme shows the best piece of a page, and those with the same score: a second one that is nearly as good gets this score.
  // It computes scores from the words found, so both have the same.
  var showTwo = function (hits) {
    var best = {}, second = {};
    hits.forEach(function (hit) {
      var parts = hit.ref.split("#");
      if (!parts[1] || second[parts[0]]) return;
      if (!best[parts[0]]) {
        best[parts[0]] = hit;
        return;
      }
      second[parts[0]] = true;
      if (hit.score < ALSO * best[parts[0]].score) return;
      hit.score = best[parts[0]].score;
      [hit, best[parts[0]]].forEach(function (one, at, both) {
        Object.keys(both[1 - at].matchData.metadata).forEach(function (word) { one.matchData.metadata[word] = one.matchData.metadata[word] || {}; });
      });
    });
  };
  lunr.Index.prototype.search = function (query) {
    if (!ready) prepare();
    var index = this, asking = askingIn[code] || [], written = fold(query).match(/[^\W_]+/g) || [];
    var meant = written.filter(function (word) { return asking.indexOf(word) < 0; });
    meant = (meant.length ? meant : written).filter(function (word, at, some) { return some.indexOf(word) === at; });
    if (!meant.length) return [];
    // Two words that the pages write as one: *sette bello*.
    var joined = written.map(function (word, at) { return at ? written[at - 1] + word : ""; }).filter(function (word) {
      return word.length > 4 && Object.hasOwn(vocabulary, word);
    });
    var named = {}, phrases = inPhrases(written, asking);
    Object.keys(games).forEach(function (game) {
      if (!games[game].played) return;
      named[game] = nameIn(games[game], written);
      if (named[game].words.length && named[game].words.every(function (word) { return phrases.indexOf(word) >= 0; })) {
        named[game].share *= PHRASE;
        named[game].phrase = true;
      }
    });
    // A word that is written again besides the name is meant as a word: *asso piglia tutto, l'asso*.
    var again = meant.filter(function (word) { return written.filter(function (other) { return other === word; }).length > 1; });
    var last = meant[meant.length - 1], all = meant.concat(joined, phrasesOf(written));
    var forms = all.map(function (word) { return matching(word, word === last); });
    var scores = new Map();
    // Whether there are words besides the names of games, and whether these are more than words of a question.
    var isOfName = function (word) {
      return Object.keys(named).some(function (game) { return named[game].words.indexOf(word) >= 0; });
    };
    // A phrase that leads to a section, such as *how many points*, counts less if the query names a thing: *knocking*.
    var asks = phrasesOf(written), specific = meant.some(function (word) {
      return !isOfName(word) && !asks.some(function (phrase) { return phrase.split("_").indexOf(word) >= 0; });
    });
    var besides = !meant.every(isOfName), asked = !written.every(isOfName);
    var weights = all.map(function (word, at) {
      var had = new Set();
      Object.keys(forms[at]).forEach(function (form) {
        if (forms[at][form] < NEAR) return;
        vocabulary[form].forEach(function (counts, piece) { if (counts[0] + counts[1] || /_/.test(form)) had.add(piece); });
      });
      if (!had.size) Object.keys(forms[at]).forEach(function (form) { vocabulary[form].forEach(function (_, piece) { had.add(piece); }); });
      return Math.log(1 + pieces.length / (1 + had.size));
    });
    all.forEach(function (word, at) {
      var strengths = new Map();
      Object.keys(forms[at]).forEach(function (form) {
        vocabulary[form].forEach(function (counts, n) {
          var length = 1 - LONGER + LONGER * (pieces[n].text.length + pieces[n].title.length) / average;
          var text = counts[1] ? 1 / Math.max(1, Math.min(/^t-/.test(pieces[n].anchor) ? LONGEST : 2 * LONGEST, length)) : 0;
          var strength = forms[at][form] * Math.min(MOST, text + (counts[0] ? TITLE : 0) + (counts[2] ? LEADS * (pieces[n].inside ? INSIDE : 1) : 0));
          if (!(strengths.get(n) >= strength)) strengths.set(n, strength);
        });
      });
      var first = firstWith(forms[at]), around = {};
      strengths.forEach(function (strength, n) {
        if (first[pieces[n].game] === n) strengths.set(n, strength * FIRST);
        if (/^t-/.test(pieces[n].anchor)) around[pieces[n].section] = Math.max(around[pieces[n].section] || 0, strengths.get(n));
      });
      // What the other pieces of a section have counts a little.
      pieces.forEach(function (piece, n) {
        var other = AROUND * (around[piece.section] || 0);
        if (other > (strengths.get(n) || 0)) strengths.set(n, other);
      });
      strengths.forEach(function (strength, n) {
        var name = named[pieces[n].game], isName = name && !name.phrase && name.words.indexOf(word) >= 0 && (pieces[n].anchor ? besides && again.indexOf(word) < 0 : asked);
        scores.set(n, (scores.get(n) || 0) + (/_/.test(word) ? (specific ? ASKED : PHRASES) : 1) * weights[at] * strength * (isName ? AS_WORD * (pieces[n].anchor ? 1 : ON_PAGE) : 1));
      });
    });
    var hits = [];
    scores.forEach(function (score, n) {
      var piece = pieces[n], name = named[piece.game];
      var near = name && !name.phrase && (piece.anchor ? besides : asked) ? weights.map(function (weight, at) {
        return name.words.indexOf(all[at]) >= 0 ? AS_WORD * weight : weight;
      }) : weights;
      var value = (score + CLOSE * nearby(piece, forms.slice(0, meant.length), near)) * piece.rank * (1 + (name ? NAMED * name.share : 0));
      var found = {};
      forms.forEach(function (some) {
        Object.keys(some).forEach(function (form) {
          var posting = Object.hasOwn(index.invertedIndex, form) && index.invertedIndex[form], fields = {};
          ["title", "text"].forEach(function (field) { if (posting && posting[field] && posting[field][piece.ref]) fields[field] = posting[field][piece.ref]; });
          if (Object.keys(fields).length) found[form] = fields;
        });
      });
      if (value > 0) hits.push({ ref: piece.ref, score: value, matchData: { metadata: found } });
    });
    hits.sort(function (one, other) { return other.score - one.score; });
    showTwo(hits);
    hits.forEach(function (hit) { hit.score = Math.pow(hit.score, SPREAD); });
    return hits.sort(function (one, other) { return other.score - one.score; });
  };
})();
